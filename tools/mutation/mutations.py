"""The mutations of a module: small changes of meaning, found by walking its syntax tree."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutation:
    """One small change to a file."""

    path: Path
    line: int
    """The line on which its statement starts. Coverage knows this line."""
    function: str
    """The qualified name of the outermost function around it, "" outside of all functions."""
    node: int
    """The index of the node in `ast.walk` order."""
    description: str
    """The source before and after the change."""

    @property
    def at_import(self) -> bool:
        """Whether it changes code that runs at import."""
        return not self.function


def mutations_of(path: Path) -> Iterator[Mutation]:
    """Yield all mutations of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped, first_lines, functions = _skipped_nodes(tree), _first_lines(tree), _function_of_node(tree)
    for number, node in enumerate(ast.walk(tree)):
        if id(node) in skipped:
            continue
        changed = _changed_node(node)
        if changed is not None:
            after = ast.unparse(ast.fix_missing_locations(changed))
            description = f"{ast.unparse(node)[:90]}  ->  {after[:90]}"
            yield Mutation(path, first_lines[id(node)], functions.get(id(node), ""), number, description)


def _first_lines(tree: ast.Module) -> dict[int, int]:
    """Return the first line of the innermost statement around each node, by the `id` of the node."""
    lines = {id(tree): 1}
    for node in ast.walk(tree):
        for inner in ast.iter_child_nodes(node):
            lines[id(inner)] = inner.lineno if isinstance(inner, ast.stmt) else lines[id(node)]
    return lines


def _function_of_node(tree: ast.Module) -> dict[int, str]:
    """Return the outermost function around each node in a function body, by the `id` of the node."""
    bodies = [(name, statement) for name, function in _functions(tree, "") for statement in function.body]
    return {id(inner): name for name, statement in bodies for inner in ast.walk(statement)}


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the outermost functions with their qualified names."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.FunctionDef):
            yield prefix + inner.name, inner
        else:
            yield from _functions(inner, f"{prefix}{inner.name}." if isinstance(inner, ast.ClassDef) else prefix)


def mutated_source(mutation: Mutation) -> str:
    """Return the source of the file with the mutation."""
    tree = ast.parse(mutation.path.read_text(encoding="utf-8"))
    target = list(ast.walk(tree))[mutation.node]
    changed = _changed_node(target)
    assert changed is not None
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is target:
                setattr(parent, name, changed)
            elif isinstance(value, list) and any(item is target for item in value):
                setattr(parent, name, [changed if item is target else item for item in value])
    return ast.unparse(ast.fix_missing_locations(tree))


def _changed_node(original: ast.AST) -> ast.AST | None:
    """Return a changed copy of a node, None if nothing can be changed in it."""
    node = copy.deepcopy(original)
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARISONS:
            node.ops = [COMPARISONS[type(op)]()]
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in OPERATORS:
            node.op = OPERATORS[type(op)]()
        case ast.BoolOp(op=op):
            node.op = ast.Or() if isinstance(op, ast.And) else ast.And()
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return operand
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value) | float(value)):
            node.value = value + 1
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            node.func = ast.Name(CALLS[name], ast.Load())
        case ast.Expr(value=ast.Call() | ast.YieldFrom()):
            return ast.Pass()
        case ast.Continue():
            return ast.Break()
        case _:
            return None
    return node


def _skipped_nodes(tree: ast.Module) -> set[int]:
    """Return the `id`s of nodes without behavior: types, decorators, `__slots__`, assertions, and raised errors."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        if isinstance(node, ast.FunctionDef):
            types = [argument.annotation for argument in ast.walk(node.args) if isinstance(argument, ast.arg)]
            parts = [node.returns, *node.decorator_list, *types]
        elif isinstance(node, ast.AnnAssign):
            parts = [node.annotation]
        elif isinstance(node, ast.ClassDef):
            parts = list(node.decorator_list)
        elif isinstance(node, ast.Assert | ast.Raise) or _defines_names(node) or _is_for_typing(node):
            parts = [node]
        for part in parts:
            skipped |= {id(inner) for inner in ast.walk(part)} if part is not None else set()
    return skipped


def _defines_names(node: ast.AST) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("__slots__", "__all__")


def _is_for_typing(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
