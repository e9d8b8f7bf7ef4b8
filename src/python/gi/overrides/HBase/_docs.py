# SPDX-License-Identifier: LGPL-2.1-or-later
"""Docstrings: what the library's reference says, in docstrings.txt, which is made of the GIR.

PyGObject makes the docstring of a function or class when it is read, by a function that can be replaced. It
makes signatures; this adds the text. Without the file there are only signatures.
"""

import functools
import os

from gi import docstring
from gi.repository import GObject

# The folders of docstrings.txt, by namespace: this one's, and those of libraries that are adapted by it.
FOLDERS = {'HBase': os.path.dirname(__file__)}
# The docstrings of classes of the override, by name.
OF_OVERRIDES = {}
# The functions that list the keywords which make a record, by its name.
KEYWORDS = {}
_signature_of = docstring.get_doc_string_generator()


@functools.lru_cache(None)
def _texts(namespace):
    try:
        with open(os.path.join(FOLDERS[namespace], 'docstrings.txt'), encoding='utf-8') as file:
            sections = file.read().split('\f')[1:]
    except OSError:
        return {}
    return dict(section.rstrip().split('\n', 1) for section in sections)


def text_of(name, namespace='HBase'):
    """Returns the docstring of “Class”, “Class.function” or “function”, or None."""
    return _texts(namespace).get(name)


def _describe_keywords(info):
    """Returns which keywords make the record that a function takes, or None."""
    for argument in info.get_arguments() if hasattr(info, 'get_arguments') else ():
        type_ = argument.get_type()
        type_ = type_.get_param_type(0) if type_.get_tag_as_string() == 'array' else type_
        name = type_.get_interface().get_name() if type_.get_tag_as_string() == 'interface' else None
        if name in KEYWORDS:
            return f'Keywords make the HBase.{name}: {", ".join(KEYWORDS[name]())}.'
    return None


def _of_override(name, namespace):
    if namespace != 'HBase' or name not in OF_OVERRIDES:
        return None
    import inspect  # only here, because it is slow to import
    return inspect.cleandoc(OF_OVERRIDES[name])


def _describe(info):
    signature, namespace = _signature_of(info), info.get_namespace()
    if namespace not in FOLDERS:
        return signature
    container = info.get_container()
    name = f'{container.get_name()}.{info.get_name()}' if container else info.get_name()
    paragraphs = [_describe_keywords(info), _of_override(name, namespace), text_of(name, namespace),
                  signature.strip('\n')]
    if container:
        paragraphs.reverse()
    return '\n\n'.join(text for text in paragraphs if text)


docstring.set_doc_string_generator(_describe)


def describe_enumerations(module, namespace):
    """Adds docstrings to the enumerations and flags of a namespace's module, whose metaclass has none."""
    for name in dir(module):
        item = getattr(module, name)
        if isinstance(item, type) and issubclass(item, (GObject.GEnum, GObject.GFlags)):
            item.__doc__ = text_of(name, namespace)
