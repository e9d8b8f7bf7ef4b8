# SPDX-License-Identifier: LGPL-2.1-or-later
"""Finds the mutations of a C source that clang-format has laid out: small changes that a test should notice.

A source is split into tokens, not parsed. Mutated are statements and expressions of functions, and numbers
and truth values in tables; neither preprocessor lines, nor checks for programming errors (g_return_if_fail()
and the like), nor calls that only free memory or lock: valgrind and the sanitizers find leaks."""
import hashlib
import re
from typing import NamedTuple

TOKEN = re.compile(
    r"""(?P<skipped>\s+|/\*.*?\*/|//[^\n]*|^[ \t]*\#(?:[^\n\\]|\\.)*)
      | (?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
      | (?P<number>\.?\d[\w.]*)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<operator>->|\+\+|--|<<=|>>=|<<|>>|[<>=!]=|&&|\|\||[-+*/%&|^]=|\.\.\.|.)""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
CLOSING = {"(": ")", "[": "]", "{": "}"}
CONTROL = {"if", "for", "while", "switch"}
ASSIGNMENT = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
REPLACED = {
    "<": ["<="],
    "<=": ["<"],
    ">": [">="],
    ">=": [">"],
    "==": ["!="],
    "!=": ["=="],
    "&&": ["||"],
    "||": ["&&"],
    "+=": ["-="],
    "-=": ["+="],
    "|=": ["="],
    "&=": ["="],
    "<<": [">>"],
    ">>": ["<<"],
    "MIN": ["MAX"],
    "MAX": ["MIN"],
    "TRUE": ["FALSE"],
    "FALSE": ["TRUE"],
}
BINARY = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "&": "|", "|": "&"}
# Checks for programming errors, and how much memory is allocated: more isn't noticed.
UNTESTED = re.compile(
    r"g_(return_|assert|warn_if_|error$|debug$)|G_STATIC_ASSERT|G_DEFINE_|va_(start|end)$"
    r"|g_(new0?|malloc0?|malloc0?_n|realloc(_n)?)$|g_\w+_sized_new$"
)
# What only frees, locks, or gives a name to something for debuggers.
UNNOTICED = re.compile(
    r"(^|_)(free|freev|unref|clear|lock|unlock|finalize|close|destroy|autofree)$|^g_clear_|_free_full$"
    r"|_set_(static_name|source_tag|name)$|^(g_debug|g_message|g_info)$"
)
COMMUTATIVE = re.compile(r"^(MIN|MAX)$|_equal[01]?$")


class Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


class Mutation(NamedTuple):
    path: str
    line: int
    function: int
    start: int
    end: int
    replacement: str
    kind: str
    was: str
    becomes: str
    occurrence: int

    def apply(self, text):
        return text[: self.start] + self.replacement + text[self.end :]

    @property
    def key(self):
        """What identifies the mutation after edits elsewhere in the file."""
        return (self.path, self.was, self.becomes, self.occurrence)

    def rank(self, seed):
        """Mutations are drawn in this order: an edit changes the places of none but those it touches."""
        return hashlib.sha256(repr((seed, self.key)).encode()).digest()


def split_into_tokens(text):
    return [
        Token(match.lastgroup, match.group(), match.start(), match.end())
        for match in TOKEN.finditer(text)
        if match.lastgroup != "skipped"
    ]


class Source:
    """The tokens of a file, and for each its bracket and whether it is in a function, in data, or neither."""

    def __init__(self, text):
        self.text = text
        self.tokens = split_into_tokens(text)
        self.partner = {}  # index of a bracket → index of the other one
        self.opening = []  # for each token the index of the innermost bracket around it, or -1
        self.place = []  # for each token "function", "data" or ""
        self.match_brackets()
        self.find_places()

    def __getitem__(self, index):
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    def match_brackets(self):
        stack = []
        for index, token in enumerate(self.tokens):
            if stack and token.text == CLOSING[self[stack[-1]]]:
                self.partner[stack[-1]] = index
                self.partner[index] = stack.pop()
            self.opening.append(stack[-1] if stack else -1)
            if token.text in CLOSING and token.kind == "operator":
                stack.append(index)

    def place_of_brace(self, index, around):
        before = self[index - 1]
        if around == "function":
            is_block = before in (";", "{", "}", "else", "do", ":") or self.is_control_end(index - 1)
            return "function" if is_block else "data"
        if around == "data" or before == "=":
            return "data"
        return "function" if before == ")" else ""

    def find_places(self):
        places = {-1: ""}
        for index in range(len(self.tokens)):
            around = places[self.opening[index]]
            self.place.append(around)
            if self[index] == "{":
                places[index] = self.place_of_brace(index, around)
            elif index in self.partner and self.partner[index] > index:
                places[index] = around

    def is_control_end(self, index):
        """Whether the token is the closing bracket after if, for, while or switch."""
        return self[index] == ")" and self[self.partner.get(index, 0) - 1] in CONTROL

    def is_statement_start(self, index):
        before = self[index - 1]
        if self.place[index] != "function" or self[self.opening[index]] != "{":
            return False
        return before in (";", "{", "}", "else") or self.is_control_end(index - 1)

    def find_end(self, index):
        """The semicolon that ends the statement."""
        opening = self.opening[index]
        ends = (i for i in range(index, len(self.tokens)) if self[i] == ";" and self.opening[i] == opening)
        return next(ends, len(self.tokens) - 1)

    def is_last_statement(self, index):
        """Whether the function ends after the statement: without it the compiler would complain."""
        end = self.find_end(index)
        return self[end + 1] == "}" and self.place[self.opening[index]] == ""

    def is_untested(self, index):
        """Whether the token is in the arguments of a check for programming errors, or of an allocation."""
        while index != -1:
            if self[index] == "(" and UNTESTED.match(self[index - 1]):
                return True
            index = self.opening[index]
        return False

    def is_binary(self, index):
        before = self.tokens[index - 1]
        if before.text in ("return", "case", "sizeof"):
            return False
        is_value = before.kind in ("name", "number") or before.text in (")", "]")
        gap = self.text[before.end : self.tokens[index].start]
        after = self.text[self.tokens[index].end : self.tokens[index].end + 1]
        return is_value and gap != "" and after in (" ", "\n")

    def arguments(self, opening):
        """(start, end) of each argument of a call, as offsets."""
        closing = self.partner[opening]
        commas = [i for i in range(opening + 1, closing) if self[i] == "," and self.opening[i] == opening]
        ends = [opening, *commas, closing]
        for first, last in zip(ends, ends[1:]):
            if last > first + 1:
                yield self.tokens[first + 1].start, self.tokens[last - 1].end


# ---- what is changed: each function yields (start, end, replacement, kind) ----


def mutate_operators(source, index):
    token = source.tokens[index]
    for text in REPLACED.get(token.text, []):
        if source.place[index] == "function" or token.kind == "name":
            yield token.start, token.end, text, "operator" if token.kind == "operator" else "value"
    if token.text in BINARY and source.place[index] == "function" and source.is_binary(index):
        yield token.start, token.end, BINARY[token.text], "operator"
    if token.text in ("++", "--") and source[source.opening[index] - 1] != "for":
        yield token.start, token.end, {"++": "--", "--": "++"}[token.text], "operator"


def mutate_numbers(source, index):
    """Any number below 0 means the same as -1 does: that becomes 0 only."""
    token = source.tokens[index]
    if token.kind != "number" or "." in token.text:
        return
    is_length = source[index - 1] == "[" and source[index + 1] == "]" and token.text not in ("0", "1")
    if is_length:
        return
    is_failure = token.text == "1" and source[index - 1] == "-" and not source.is_binary(index - 1)
    if not is_failure:
        yield token.start, token.end, "1" if token.text == "0" else f"({token.text} + 1)", "number"
    if token.text != "0":
        yield token.start, token.end, f"({token.text} - 1)", "number"


def mutate_negations(source, index):
    token = source.tokens[index]
    if token.text == "!":
        yield token.start, token.end, "", "negation"
    if token.text != "if" or source[index + 1] != "(":
        return
    first, last = index + 2, source.partner[index + 1]
    inner = [source[i] for i in range(first, last) if source.opening[i] == index + 1]
    if not {"!", "<", ">", "<=", ">=", "==", "!=", "&&", "||"}.intersection(inner):
        start, end = source.tokens[first].start, source.tokens[last - 1].end
        yield start, end, f"!({source.text[start:end]})", "negation"


def is_lvalue(source, first, last):
    """Whether the tokens are what is assigned to, and no declaration."""
    before = None
    index = first
    while index < last:
        token = source.tokens[index]
        if token.kind == "name" and before == "name" or token.text == "*" and before is not None:
            return False
        before = None if token.text == "*" else token.kind
        index = source.partner[index] + 1 if token.text in "([" else index + 1
    return source.tokens[last - 1].kind == "name" or source[last - 1] == "]"


def find_assignment(source, first, last):
    for index in range(first, last):
        if source[index] in ASSIGNMENT and source.opening[index] == source.opening[first]:
            return index
    return None


def mutate_statements(source, index):
    if not source.is_statement_start(index):
        return
    token, last = source.tokens[index], None
    if token.kind == "name" and token.text not in CONTROL and source[index + 1] == "(":
        last = source.partner[index + 1] + 1
        is_unnoticed = UNNOTICED.search(token.text) or UNTESTED.match(token.text)
        if source[last] == ";" and not is_unnoticed:
            yield token.start, source.tokens[last].start, "", "call removed"
    if token.text in ("return", "break", "continue") and not source.is_last_statement(index):
        yield token.start, source.tokens[source.find_end(index)].start, "", f"{token.text} removed"
    elif (token.kind == "name" and token.text not in CONTROL | {"else", "do", "case"}) or token.text == "*":
        last = source.find_end(index)
        operator = find_assignment(source, index, last)
        is_noticed = operator is not None and not UNNOTICED.search(source[operator - 1])
        if is_noticed and is_lvalue(source, index, operator):
            yield token.start, source.tokens[last].start, "", "assignment removed"


def mutate_else(source, index):
    token = source.tokens[index]
    if token.text == "else":
        yield token.start, token.end, "", "else removed"


def shape_of(argument):
    """The argument without its names, as `&_->_` of `&lane->block`."""
    return re.sub(r"\w+", lambda match: "0" if match.group()[0].isdigit() else "_", argument)


def mutate_arguments(source, index):
    """Swaps two neighbours that look alike; where their types differ, the compiler refuses them."""
    is_call = source[index] == "(" and source.tokens[index - 1].kind == "name"
    name = source[index - 1]
    if not is_call or name in CONTROL | {"return", "sizeof"} or COMMUTATIVE.search(name):
        return
    arguments = list(source.arguments(index))
    for (start, middle), (after, end) in zip(arguments, arguments[1:]):
        first, second = source.text[start:middle], source.text[after:end]
        if first != second and shape_of(first) == shape_of(second):
            yield start, end, second + source.text[middle:after] + first, "arguments swapped"


MUTATORS = {
    "function": [
        mutate_operators,
        mutate_numbers,
        mutate_negations,
        mutate_statements,
        mutate_else,
        mutate_arguments,
    ],
    "data": [mutate_operators, mutate_numbers],
    "": [],
}


def find_changes(source):
    for index in range(len(source.tokens)):
        if not source.is_untested(index):
            for mutator in MUTATORS[source.place[index]]:
                yield from mutator(source, index)


def show_lines(text, start, end):
    """The lines of a part of the text, as one line, with single spaces."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    return " ".join(text[first : last if last >= 0 else len(text)].split())


def find_functions(source):
    """(start, end) of each function's body, as offsets."""
    for index, token in enumerate(source.tokens):
        if token.text == "{" and source.place[index] == "" and source.place[index + 1] == "function":
            yield token.start, source.tokens[source.partner[index]].end


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1 if offset >= 0 else 0


def find_mutations(path, text):
    """All mutations of a file. Their attribute function is the line on which the body of the function begins
    that they are in, or 0 in a table."""
    source, seen = Source(text), {}
    functions = list(find_functions(source))
    for start, end, replacement, kind in find_changes(source):
        changed = text[:start] + replacement + text[end:]
        was = show_lines(text, start, end)
        becomes = show_lines(changed, start, start + len(replacement))
        occurrence = seen[was, becomes] = seen.get((was, becomes), 0) + 1
        function = next((first for first, last in functions if first < start < last), -1)
        line, function = line_of(text, start), line_of(text, function)
        yield Mutation(path, line, function, start, end, replacement, kind, was, becomes, occurrence)
