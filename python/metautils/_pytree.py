# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The children of containers that are registered with torch.utils._pytree.

Lists, tuples, dicts and modules never come here: the extension walks them itself.
"""

from typing import Any

from torch.utils import _pytree as pytree


def get_children(tree: Any) -> list[tuple[str, Any]] | None:
    """The children of a node with their names, or None for a leaf."""
    node = pytree.SUPPORTED_NODES.get(pytree._get_node_type(tree))
    if node is None:
        return None
    if node.flatten_with_keys_fn is None:
        children, _ = node.flatten_fn(tree)
        return [(str(index), child) for index, child in enumerate(children)]
    keyed, _ = node.flatten_with_keys_fn(tree)
    return [(_get_name(key), child) for key, child in keyed]


def _get_name(key: Any) -> str:
    match key:
        case pytree.SequenceKey():
            return str(key.idx)
        case pytree.MappingKey():
            return str(key.key)
        case pytree.GetAttrKey():
            return key.name
    return str(key)
