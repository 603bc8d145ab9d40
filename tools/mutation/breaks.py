"""Small changes of meaning to a module, found by walking its syntax tree."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Break:
    """One small change to a file."""

    path: Path
    line: int
    """The first line of its statement, which is the line that coverage knows."""
    within: str
    """The qualified name of the outermost function around it, "" if there is none."""
    node: int
    """The index of its node in walking order."""
    what: str
    """The code before and after."""

    @property
    def at_import(self) -> bool:
        """Return whether it is outside of every function."""
        return not self.within


def breaks(path: Path) -> Iterator[Break]:
    """Yield every possible change to a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    idle, starts, bodies = _idle(tree), _starts(tree), _bodies(tree)
    for number, node in enumerate(ast.walk(tree)):
        if id(node) in idle:
            continue
        changed = _changed(copy.deepcopy(node))
        if changed is not None:
            what = f"{ast.unparse(node)[:90]}  ->  {changed[1][:90]}"
            yield Break(path, starts[id(node)], bodies.get(id(node), ""), number, what)


def _starts(tree: ast.Module) -> dict[int, int]:
    """Return the first line of the innermost statement around each node, by the node's identity."""
    starts = {id(tree): 1}
    for node in ast.walk(tree):
        for inner in ast.iter_child_nodes(node):
            starts[id(inner)] = inner.lineno if isinstance(inner, ast.stmt) else starts[id(node)]
    return starts


def _bodies(tree: ast.Module) -> dict[int, str]:
    """Return the outermost function around each node in a function body, by the node's identity."""
    bodies = [(name, statement) for name, function in _functions(tree, "") for statement in function.body]
    return {id(inner): name for name, statement in bodies for inner in ast.walk(statement)}


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the outermost functions with their qualified names."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.FunctionDef):
            yield prefix + inner.name, inner
        else:
            yield from _functions(inner, f"{prefix}{inner.name}." if isinstance(inner, ast.ClassDef) else prefix)


def broken(one: Break) -> str:
    """Return the source of the file with the change."""
    tree = ast.parse(one.path.read_text(encoding="utf-8"))
    wanted = list(ast.walk(tree))[one.node]
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is wanted:
                setattr(parent, name, _other(wanted))
            elif isinstance(value, list) and any(each is wanted for each in value):
                setattr(parent, name, [_other(wanted) if each is wanted else each for each in value])
    return ast.unparse(ast.fix_missing_locations(tree))


def _other(node: ast.AST) -> ast.AST:
    changed = _changed(copy.deepcopy(node))
    assert changed is not None
    return changed[0]


def _changed(node: ast.AST) -> tuple[ast.AST, str] | None:
    """Return the node that replaces this one, and its text. Return None if nothing can change."""
    other = _flipped(node)
    return None if other is None else (other, ast.unparse(ast.fix_missing_locations(other)))


def _flipped(node: ast.AST) -> ast.AST | None:
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            node.ops = [COMPARED[type(op)]()]
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in COMPUTED:
            node.op = COMPUTED[type(op)]()
        case ast.BoolOp(op=op):
            node.op = ast.Or() if isinstance(op, ast.And) else ast.And()
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return operand
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value) | float(value)):
            node.value = value + 1
        case ast.Call(func=ast.Name(id=name)) if name in CALLED:
            node.func = ast.Name(CALLED[name], ast.Load())
        case ast.Expr(value=ast.Call() | ast.YieldFrom()):
            return ast.Pass()
        case ast.Continue():
            return ast.Break()
        case _:
            return None
    return node


def _idle(tree: ast.Module) -> set[int]:
    """Return the nodes whose change means nothing: types, decorators, `__slots__`, assertions, raised errors."""
    idle: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        if isinstance(node, ast.FunctionDef):
            types = [each.annotation for each in ast.walk(node.args) if isinstance(each, ast.arg)]
            parts = [node.returns, *node.decorator_list, *types]
        elif isinstance(node, ast.AnnAssign):
            parts = [node.annotation]
        elif isinstance(node, ast.ClassDef):
            parts = list(node.decorator_list)
        elif isinstance(node, ast.Assert | ast.Raise) or _constant_name(node) or _typing(node):
            parts = [node]
        for part in parts:
            idle |= {id(each) for each in ast.walk(part)} if part is not None else set()
    return idle


def _constant_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("__slots__", "__all__")


def _typing(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
