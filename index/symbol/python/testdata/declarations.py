"""Writes what Python files declare, one JSON object a line, by the rules that Scan documents, with CPython's own parser.

The paths come on standard input, one a line. Files that CPython cannot parse are left out.
"""
import ast
import json
import re
import sys
import warnings

NAMED = ("namedtuple", "NamedTuple", "TypedDict")
ENUMS = ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")
DEFINITIONS = ("function", "class", "method", "property")


def last(node):
    while isinstance(node, (ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def owner(node):
    while isinstance(node, (ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return ast.unparse(node.value) if isinstance(node, ast.Attribute) else ""


def listed(node):
    """The strings that a literal lists."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.replace(",", " ").split()
    items = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", None)
    if items is None:
        return []
    items = [i.elts[0] if isinstance(i, ast.Tuple) and i.elts else i for i in items]
    if all(isinstance(i, ast.Constant) and isinstance(i.value, str) for i in items):
        return [i.value for i in items]
    return []


def class_call(node):
    """The members of a class that a call makes and their kind, or None."""
    if not isinstance(node, ast.Call) or last(node).lstrip("_") not in NAMED + ENUMS:
        return None
    chain = node.func
    while isinstance(chain, ast.Attribute):
        chain = chain.value
    args = node.args
    if not isinstance(chain, ast.Name) or len(args) + len(node.keywords) < 2:
        return None
    if not (args and isinstance(args[0], ast.Constant) and isinstance(args[0].value, str)):
        return None
    kind = "enum_member" if last(node).lstrip("_") in ENUMS else "field"
    return [(n, kind) for n in listed(args[1])] if len(args) > 1 else []


def name_kind(name):
    return "constant" if re.fullmatch("_*[A-Z][A-Z0-9_]*", name) else "variable"


class Scope:
    def __init__(self, node=None):
        self.node, self.names, self.attributes = node, {}, []
        self.enum = self.fields = False

    def declare(self, name, kind, path, weak=False, extra=None, scope=None, none=False):
        old = self.names.get(name)
        if old and not (old["weak"] and not weak):
            if weak and not old["weak"] or old["path"][: len(path)] != path:
                return
        self.names[name] = dict(kind=kind, path=path, weak=weak, extra=extra or {}, scope=scope, none=none)

    def remove(self, name, path):
        old = self.names.get(name)
        if old and old["path"][: len(path)] == path:
            del self.names[name]


class Reader:
    def __init__(self, tree):
        self.module, self.globals, self.count = Scope(), [], 0
        self.imported = set()
        self.block(tree.body, self.module, ())
        for name in self.globals:
            if name not in self.module.names:
                self.module.declare(name, name_kind(name), ())
        for name in self.imported:
            if self.module.names.get(name, {}).get("none"):
                del self.module.names[name]

    def nested(self, body, scope, path):
        self.count += 1
        self.block(body, scope, path + (self.count,))

    def block(self, body, scope, path):
        for s in body:
            self.statement(s, scope, path)

    def statement(self, s, scope, path):
        if isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return self.function(s, scope, path)
        if isinstance(s, ast.ClassDef):
            return self.klass(s, scope, path)
        for w in self.walrus(s):
            self.value(w, None, scope, path)
        if isinstance(s, (ast.Import, ast.ImportFrom)):
            names = [a.asname or a.name.split(".")[0] for a in s.names]
            if scope is self.module:
                self.imported |= set(names)
            else:
                for name in names:
                    scope.declare(name, "attribute", path)
        if isinstance(s, ast.Assign):
            for t in s.targets:
                self.target(t, s.value, scope, path)
        elif isinstance(s, ast.AnnAssign):
            self.target(s.target, s.value, scope, path, s.annotation)
        elif isinstance(s, (ast.For, ast.AsyncFor)):
            self.target(s.target, None, scope, path)
        elif isinstance(s, (ast.With, ast.AsyncWith)):
            for item in s.items:
                if item.optional_vars:
                    self.target(item.optional_vars, None, scope, path)
        elif isinstance(s, ast.Delete):
            for t in s.targets:
                for n in t.elts if isinstance(t, (ast.Tuple, ast.List)) else [t]:
                    if isinstance(n, ast.Name):
                        scope.remove(n.id, path)
        elif isinstance(s, ast.Expr) and scope is self.module:
            self.update(s.value, path)
            self.given(s.value)
        for part in ("body", "handlers", "cases", "orelse", "finalbody"):
            inner = getattr(s, part, None)
            if not isinstance(inner, list) or not inner:
                continue
            if part in ("handlers", "cases"):
                for h in inner:
                    self.nested(h.body, scope, path)
            else:
                self.nested(inner, scope, path)

    def walrus(self, s):
        """Names that := binds in the expressions of a statement."""
        found, stack = [], [c for c in ast.iter_child_nodes(s) if isinstance(c, (ast.expr, ast.withitem))]
        while stack:
            n = stack.pop()
            if isinstance(n, ast.NamedExpr):
                found.append(n.target.id)
            stack.extend(ast.iter_child_nodes(n))
        return found

    def update(self, call, path):
        """globals().update(X.__members__)"""
        if ast.unparse(call).startswith("globals().update(") and len(call.args) == 1:
            arg = call.args[0]
            if isinstance(arg, ast.Attribute) and arg.attr == "__members__" and isinstance(arg.value, ast.Name):
                self.share(arg.value.id, path)

    def given(self, call):
        """define(Class, "name", …)"""
        if not isinstance(call, ast.Call) or len(call.args) < 2:
            return
        chain = call.func
        while isinstance(chain, ast.Attribute):
            chain = chain.value
        entry = self.module.names.get(getattr(call.args[0], "id", ""))
        name = getattr(call.args[1], "value", None)
        if isinstance(chain, ast.Name) and entry and entry["scope"] and isinstance(name, str) and name.isidentifier():
            makes = [*call.args[2:], *(k.value for k in call.keywords)]
            kind = "property" if any(isinstance(a, ast.Call) and getattr(a.func, "id", "") == "property" for a in makes) else "attribute"
            entry["scope"].attributes.append((name, kind))

    def share(self, name, path):
        entry = self.module.names.get(name)
        if entry and entry["scope"] and entry["scope"].enum:
            for n, e in list(entry["scope"].names.items()):
                if e["kind"] == "enum_member":
                    self.module.declare(n, name_kind(n), path)

    def target(self, t, value, scope, path, annotation=None):
        if isinstance(t, ast.Starred):
            self.target(t.value, None, scope, path)
        elif isinstance(t, (ast.Tuple, ast.List)):
            pair = isinstance(t, ast.Tuple) and isinstance(value, ast.Tuple) and len(t.elts) == len(value.elts)
            for i, e in enumerate(t.elts):
                self.target(e, value.elts[i] if pair else None, scope, path)
        elif isinstance(t, ast.Name):
            self.value(t.id, value, scope, path, annotation)
        elif isinstance(t, ast.Attribute) and isinstance(t.value, ast.Name) and scope is self.module:
            entry = scope.names.get(t.value.id)
            if entry and entry["scope"]:
                made = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "property"
                entry["scope"].attributes.append((t.attr, "property" if made else "attribute"))

    def value(self, name, value, scope, path, annotation=None):
        old = scope.names.get(name)
        if old and old["kind"] in DEFINITIONS and value is not None:
            if any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(value)):
                return
        made = class_call(value)
        if made is not None:
            inner = Scope()
            for n, kind in made:
                inner.declare(n, kind, ())
            return scope.declare(name, "class", path, extra={}, scope=inner)
        weak = isinstance(value, ast.Constant) and value.value in (None, ...) or annotation is not None and value is None
        if scope is self.module:
            none = isinstance(value, ast.Constant) and value.value is None
            return scope.declare(name, name_kind(name), path, weak, none=none)
        kind = "attribute"
        special = len(name) > 2 and name[0] == "_" == name[-1]
        if name == "__slots__":
            scope.attributes += listed(value)
        elif scope.enum and not (annotation is not None and value is None) and not special:
            kind = "enum_member"
        elif scope.fields and annotation is not None and last(annotation) != "ClassVar":
            kind = "field"
        elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "property":
            kind = "property"
        scope.declare(name, kind, path, weak)

    def klass(self, s, scope, path):
        inner = Scope(s)
        names = [last(b) for b in s.bases]
        decorators = [last(d) for d in s.decorator_list]
        inner.enum = any(n.endswith(("Enum", "Flag")) for n in names) or "_simple_enum" in decorators
        inner.fields = bool({"NamedTuple", "TypedDict"} & set(names)) or "dataclass" in decorators
        for d in s.decorator_list:
            if last(d) in ("define", "frozen", "mutable", "s") and owner(d) in ("attr", "attrs"):
                inner.fields = True
        for b in s.bases:
            for n, kind in class_call(b) or []:
                inner.declare(n, kind, path)
        self.block(s.body, inner, path)
        scope.declare(s.name, "class", path, extra=about(s), scope=inner)
        if scope is self.module and "global_enum" in decorators:
            self.share(s.name, path)

    def function(self, s, scope, path):
        extra, kind, static = about(s), "function", True
        if scope is not self.module:
            kind, static = "method", False
            for d in s.decorator_list:
                if last(d) == "staticmethod":
                    static = True
                elif last(d).endswith("property") or last(d) in ("DynamicClassAttribute", "setter", "getter", "deleter"):
                    kind = "property"
        a = s.args
        positional = a.posonlyargs + a.args
        p = [[x.arg, "positional_only" if i < len(a.posonlyargs) else "positional",
              i >= len(positional) - len(a.defaults)] for i, x in enumerate(positional)]
        receiver = "self"
        if not static and p:
            receiver = p.pop(0)[0]
        p += [[a.vararg.arg, "variadic", False]] if a.vararg else []
        p += [[x.arg, "keyword_only", d is not None] for x, d in zip(a.kwonlyargs, a.kw_defaults)]
        p += [[a.kwarg.arg, "keywords", False]] if a.kwarg else []
        extra["parameters"] = p
        self.attributes(s.body, None if scope is self.module else (scope, receiver))
        old = scope.names.get(s.name)
        if kind == "property" and old and old["kind"] == "property":
            if any(last(d) in ("setter", "getter", "deleter") and owner(d) == s.name for d in s.decorator_list):
                return
        body = s.body[1:] if ast.get_docstring(s, clean=False) is not None else s.body
        weak = all(isinstance(b, (ast.Pass, ast.Raise)) or isinstance(b, ast.Expr) and isinstance(b.value, ast.Constant)
                   and b.value.value is ... for b in body)
        weak = weak or any(last(d) == "overload" for d in s.decorator_list)
        scope.declare(s.name, kind, path, weak, extra)

    def attributes(self, body, receiver):
        """What the statements of one function set outside of it."""
        nodes, stack = [], list(reversed(body))
        while stack:
            n = stack.pop()
            if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)):
                names = [x.arg for x in ast.walk(n.args) if isinstance(x, ast.arg)]
                inside = None if receiver is None or receiver[1] in names or "self" in names else receiver
                self.attributes(n.body, inside)
                nodes.append(n)
            elif isinstance(n, ast.ClassDef):
                for b in ast.walk(n):
                    if isinstance(b, (ast.FunctionDef, ast.AsyncFunctionDef)):
                        self.attributes(b.body, None)
                nodes.append(n)
            else:
                nodes.append(n)
                stack.extend(c for c in reversed(list(ast.iter_child_nodes(n))) if not isinstance(c, ast.Lambda))
        declared = {x for n in nodes if isinstance(n, ast.Global) for x in n.names}
        made = self.made(nodes, receiver)
        for n in nodes:
            if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and n.name in declared:
                self.globals.append(n.name)
            if isinstance(n, (ast.Import, ast.ImportFrom)):
                self.globals += [x for x in (i.asname or i.name.split(".")[0] for i in n.names) if x in declared]
            if isinstance(n, ast.ExceptHandler) and n.name in declared:
                self.globals.append(n.name)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and n.id in declared:
                self.globals.append(n.id)
            if receiver is None:
                continue
            scope, name = receiver
            mine = lambda x: isinstance(x, ast.Name) and x.id in (name, "self")
            ours = lambda x: mine(x) or isinstance(x, ast.Name) and (x.id, n.lineno) in made
            if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store) and ours(n.value):
                scope.attributes.append(n.attr)
            if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Attribute) and ours(n.target.value):
                scope.attributes.append((n.target.attr,))
            if isinstance(n, ast.Call) and last(n) in ("setattr", "__setattr__") and len(n.args) > 2 and mine(n.args[0]):
                if isinstance(n.args[1], ast.Constant) and isinstance(n.args[1].value, str):
                    scope.attributes.append(n.args[1].value)
            if isinstance(n, ast.Call) and last(n) in ("getattr", "hasattr") and len(n.args) > 1 and mine(n.args[0]):
                if isinstance(n.args[1], ast.Constant) and isinstance(n.args[1].value, str):
                    scope.attributes.append(n.args[1].value)


    def made(self, nodes, receiver):
        """Local names and lines where they hold an object that the method makes of its own class."""
        lines = {n.lineno for n in nodes if hasattr(n, "lineno")}
        binds = [(n.lineno, t.id, n.value) for n in nodes if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)]
        binds += [(n.lineno, n.id, None) for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        found = set()
        for line in lines:
            last = {}
            for at, name, value in sorted(binds, key=lambda b: (b[0], b[2] is not None)):
                if at < line:
                    last[name] = value
            for name, value in last.items():
                if isinstance(value, ast.Call) and receiver is not None:
                    text = ast.unparse(value)
                    if "__new__(" in text or text.startswith(receiver[1] + "("):
                        found.add((name, line))
        return found


def about(s):
    lines = [s.lineno] + [d.lineno for d in s.decorator_list]
    return {"doc": ast.get_docstring(s) or "", "start": min(lines), "end": s.end_lineno}


def settled(scope):
    """The attributes of a scope without those that are only augmented."""
    augmented = [a[0] for a in scope.attributes if isinstance(a, tuple) and len(a) == 1]
    plain = [a if isinstance(a, tuple) else (a, "attribute") for a in scope.attributes if not isinstance(a, tuple) or len(a) > 1]
    for a in augmented:  # an augmented assignment is a store as well
        plain.remove((a, "attribute"))
    return plain


def dump(scope, prefix, out):
    for name, e in scope.names.items():
        out[prefix + name] = dict(kind=e["kind"], **e["extra"])
        if e["scope"]:
            dump(e["scope"], prefix + name + ".", out)
    for name, kind in settled(scope):
        out.setdefault(prefix + name, {"kind": kind})


sys.setrecursionlimit(10000)
warnings.simplefilter("ignore")
for line in sys.stdin:
    path = line.rstrip("\n")
    try:
        with open(path, "rb") as f:
            tree = ast.parse(f.read())
    except (SyntaxError, ValueError):
        continue
    out = {}
    dump(Reader(tree).module, "", out)
    print(json.dumps({"path": path, "doc": ast.get_docstring(tree) or "", "symbols": out}))
