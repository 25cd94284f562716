// Lists what files of JavaScript and TypeScript declare, as the TypeScript compiler sees it: one line of JSON for each path
// read from standard input, with [qualified name, kind] pairs. The first argument is the folder of the compiler.
const ts = require(process.argv[2]);
const fs = require("fs");

const has = (node, kind) => (ts.canHaveModifiers(node) && ts.getModifiers(node) || []).some((m) => m.kind === kind);
const K = ts.SyntaxKind;

function nameOf(name) {
  if (!name) return "";
  if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) return ts.idText(name);
  if (ts.isStringLiteralLike(name)) return name.text;
  if (ts.isNumericLiteral(name)) return name.getText();
  if (ts.isComputedPropertyName(name)) {
    if (ts.isStringLiteral(name.expression)) return name.expression.text;
    if (ts.isPropertyAccessExpression(name.expression) && name.expression.expression.getText() === "Symbol") return name.getText().replace(/\s+/g, "");
  }
  return "";
}

const isFunction = (e) => e && (ts.isFunctionExpression(e) || ts.isArrowFunction(e));
const unwrapped = (e) => { while (e && (ts.isAsExpression(e) || ts.isSatisfiesExpression(e))) e = e.expression; return e; };

class Lister {
  constructor(source) {
    this.source = source;
    this.typescript = /\.[cm]?tsx?$/.test(source.fileName);
    this.found = new Map();
    this.imports = new Set(); // names that imports bind
    this.exported = new Set(); // names of the file that it exports
    this.instance = new Set(); // members of instances alone
  }

  add(prefix, name, kind) {
    if (name) this.found.set(`${prefix}${name}\t${kind}`, true);
  }

  required(e) {
    e = e && ts.isAwaitExpression(e) ? e.expression : e;
    if (e && ts.isPropertyAccessExpression(e)) e = e.expression;
    if (e && ts.isCallExpression(e) && /^(__importDefault|__importStar|__toESM|_interopRequire\w+)$/.test(e.expression.getText()) && e.arguments.length) e = e.arguments[0];
    return !!e && ts.isCallExpression(e) && (e.expression.getText() === "require" || e.expression.kind === K.ImportKeyword) &&
      e.arguments.length > 0 && ts.isStringLiteralLike(e.arguments[0]);
  }

  binding(prefix, name, kind) {
    if (ts.isIdentifier(name)) return this.add(prefix, ts.idText(name), kind);
    for (const e of name.elements) if (ts.isBindingElement(e)) this.binding(prefix, e.name, kind);
  }

  valueKind(e, otherwise) {
    if (isFunction(e)) return otherwise === "attribute" ? "method" : "function";
    if (e && ts.isClassExpression(e)) return "class";
    return otherwise;
  }

  members(prefix, members, owner) {
    for (const m of members) {
      const name = nameOf(m.name);
      if (!has(m, K.StaticKeyword)) this.instance.add(prefix + name);
      switch (m.kind) {
        case K.PropertyDeclaration:
          this.add(prefix, name, this.valueKind(m.initializer, "attribute"));
          if (m.initializer && ts.isClassExpression(m.initializer)) this.members(`${prefix}${name}.`, m.initializer.members);
          break;
        case K.MethodDeclaration: case K.MethodSignature: this.add(prefix, name, "method"); break;
        case K.GetAccessor: case K.SetAccessor: this.add(prefix, name, "property"); break;
        case K.PropertySignature: this.add(prefix, name, "field"); break;
        case K.EnumMember: this.add(prefix, name, "enum_member"); break;
        case K.Constructor:
          this.add(prefix, "constructor", "method");
          for (const p of m.parameters) {
            if (m.body && ts.isParameterPropertyDeclaration(p, m)) this.add(prefix, nameOf(p.name), "attribute");
          }
      }
    }
    if (!this.typescript) {
      const named = new Set(members.map((m) => nameOf(m.name)));
      for (const m of members) if (m.body && m.kind !== K.GetAccessor && m.kind !== K.SetAccessor) this.sets(prefix, m.body, named);
      for (const m of members) if (m.body && (m.kind === K.GetAccessor || m.kind === K.SetAccessor)) this.sets(prefix, m.body, named);
    }
  }

  sets(prefix, node, named) {
    if (ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node)) return;
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === K.EqualsToken && ts.isPropertyAccessExpression(node.left) &&
      node.left.expression.kind === K.ThisKeyword && !named.has(nameOf(node.left.name))) {
      this.instance.add(prefix + nameOf(node.left.name));
      this.add(prefix, nameOf(node.left.name), "attribute");
    }
    ts.forEachChild(node, (n) => this.sets(prefix, n, named));
  }

  object(prefix, e) {
    for (const p of e.properties) {
      const name = nameOf(p.name);
      switch (p.kind) {
        case K.MethodDeclaration: this.add(prefix, name, "method"); break;
        case K.GetAccessor: case K.SetAccessor: this.add(prefix, name, "property"); break;
        case K.PropertyAssignment:
          this.add(prefix, name, this.valueKind(p.initializer, "attribute"));
          if (ts.isClassExpression(p.initializer)) this.members(`${prefix}${name}.`, p.initializer.members);
          break;
        case K.ShorthandPropertyAssignment: this.add(prefix, name, "attribute");
      }
    }
  }

  types(prefix, type) {
    if (ts.isTypeLiteralNode(type)) this.members(prefix, type.members);
    if (ts.isIntersectionTypeNode(type)) type.types.forEach((t) => this.types(prefix, t));
  }

  value(prefix, name, e, kind) {
    e = unwrapped(e) || e;
    kind = this.valueKind(e, kind);
    this.add(prefix, name, kind);
    if (e && ts.isClassExpression(e)) this.members(`${prefix}${name}.`, e.members);
    if (e && ts.isObjectLiteralExpression(e)) this.object(`${prefix}${name}.`, e);
  }

  statement(prefix, s, ambient) {
    const name = nameOf(s.name);
    switch (s.kind) {
      case K.FunctionDeclaration: this.add(prefix, name || "default", "function"); break;
      case K.ClassDeclaration: this.add(prefix, name || "default", "class"); this.members(`${prefix}${name || "default"}.`, s.members); break;
      case K.InterfaceDeclaration: this.add(prefix, name, "interface"); this.members(`${prefix}${name}.`, s.members); break;
      case K.EnumDeclaration: this.add(prefix, name, "class"); this.members(`${prefix}${name}.`, s.members); break;
      case K.TypeAliasDeclaration: this.add(prefix, name, "type"); this.types(`${prefix}${name}.`, s.type); break;
      case K.ModuleDeclaration: this.namespace(prefix, s, ambient); break;
      case K.VariableStatement:
        for (const d of s.declarationList.declarations) {
          if (this.required(d.initializer)) continue;
          const kind = s.declarationList.flags & ts.NodeFlags.Const ? "constant" : "variable";
          if (ts.isIdentifier(d.name)) {
            let e = d.initializer;
            while (e && ts.isBinaryExpression(e) && e.operatorToken.kind === K.EqualsToken) {
              if (e.left.getText() === "module.exports") {
                this.add(prefix, "default", "constant");
                this.all = ts.idText(d.name);
              }
              e = e.right;
            }
            this.value(prefix, ts.idText(d.name), e, kind);
          } else this.binding(prefix, d.name, kind);
        }
        break;
      case K.ImportDeclaration:
        if (s.importClause?.name) this.imports.add(s.importClause.name.text);
        break;
      case K.ExportAssignment:
        this.exported.add(s.expression.getText());
        this.exportValue(prefix, "default", s.expression);
        if (s.isExportEquals && ts.isIdentifier(s.expression)) this.all = s.expression.text;
        break;
      case K.ExportDeclaration:
        if (!s.moduleSpecifier && s.exportClause && ts.isNamedExports(s.exportClause)) {
          for (const e of s.exportClause.elements) {
            if (e.propertyName && e.propertyName.text !== e.name.text) this.add(prefix, e.name.text, "constant");
          }
        }
        break;
      case K.ImportEqualsDeclaration:
        if (!ts.isExternalModuleReference(s.moduleReference)) this.add(prefix, name, "constant");
        break;
      case K.ExpressionStatement:
        if (!this.typescript && prefix === "") this.expression(s.expression);
    }
    if (prefix === "" && has(s, K.DefaultKeyword) && name && s.kind !== K.ExportAssignment) this.add("", "default", "constant");
  }

  exportValue(prefix, name, e) {
    if (this.required(e) || ts.isIdentifier(e) && e.text === name) return;
    this.value(prefix, name, e, "constant");
  }

  // expression lists what exports.x = …, module.exports = …, f.x = … and f.prototype.x = … declare.
  expression(e) {
    if (ts.isBinaryExpression(e) && e.operatorToken.kind === K.CommaToken) {
      this.expression(e.left);
      return this.expression(e.right);
    }
    const targets = [];
    while (ts.isBinaryExpression(e) && e.operatorToken.kind === K.EqualsToken) {
      targets.push(e.left.getText());
      e = e.right;
    }
    for (const t of targets) {
      const parts = t.split(".");
      if (!/^[\w$.]+$/.test(t)) continue;
      const last = parts[parts.length - 1];
      if (t === "module.exports") this.moduleExports(e);
      else if (parts[0] === "exports" && parts.length === 2 || t.startsWith("module.exports.") && parts.length === 3) {
        if (last !== "__esModule" && !ts.isVoidExpression(e)) this.exportValue("", last, e);
      } else if (parts[1] === "prototype" && parts.length === 3) this.later(parts[0], last, e, true);
      else if (parts[1] === "prototype" && parts.length === 2 && ts.isObjectLiteralExpression(e)) {
        for (const p of e.properties) this.later(parts[0], nameOf(p.name), p.initializer || p, true, ts.isMethodDeclaration(p));
      } else if (parts[1] === "prototype") this.later(parts[0], "", e, true);
      else if (parts.length === 2 && parts[0] !== "this" && last !== "__proto__") {
        this.later(parts[0], last, e, false);
      }
    }
    if (targets.length === 0 && ts.isCallExpression(e) && e.expression.getText() === "Object.defineProperty" && ts.isStringLiteral(e.arguments[1] || e)) {
      const [owner, proto] = e.arguments[0].getText().split(".");
      if (owner !== "exports" && owner !== "module") this.late = (this.late || []).concat([[owner, e.arguments[1].text, "property", proto === "prototype"]]);
    }
  }

  later(owner, name, e, proto, method) {
    this.late = (this.late || []).concat([[owner, name, method || isFunction(e) ? "method" : "attribute", proto]]);
  }

  moduleExports(e) {
    if (this.required(e)) return;
    if (ts.isIdentifier(e)) this.all = e.text;
    if (ts.isObjectLiteralExpression(e)) {
      this.add("", "default", "constant");
      for (const p of e.properties) {
        const name = nameOf(p.name);
        if (!name || p.initializer && (this.required(p.initializer) || p.initializer.getText() === name) || ts.isShorthandPropertyAssignment(p)) continue;
        if (ts.isMethodDeclaration(p)) this.add("", name, "function");
        else if (p.initializer) this.add("", name, this.valueKind(p.initializer, "constant"));
      }
    } else if ((ts.isFunctionExpression(e) || ts.isClassExpression(e)) && e.name) {
      this.add("", "default", "constant");
      this.value("", e.name.text, e, "");
    } else this.exportValue("", "default", e);
  }

  namespace(prefix, s, ambient) {
    const name = s.flags & ts.NodeFlags.GlobalAugmentation ? "global" : nameOf(s.name);
    this.add(prefix, name, "class");
    if (!s.body) return;
    ambient = ambient || has(s, K.DeclareKeyword);
    if (ts.isModuleDeclaration(s.body)) return this.namespace(`${prefix}${name}.`, s.body, ambient);
    const open = s.body.statements.some((n) => has(n, K.ExportKeyword));
    const listed = s.body.statements.some((n) => ts.isExportDeclaration(n) && n.exportClause && ts.isNamedExports(n.exportClause) && n.exportClause.elements.length > 0);
    for (const inner of s.body.statements) {
      if (listed || ambient && !open || has(inner, K.ExportKeyword)) this.statement(`${prefix}${name}.`, inner, ambient);
    }
  }

  list() {
    const ambient = this.source.isDeclarationFile;
    for (const s of this.source.statements) this.statement("", s, ambient);
    for (const [owner, name, kind, proto] of this.late || []) {
      if (name && this.imports.has(owner) && this.exported.has(owner)) this.add("", owner, "class");
      const at = ["function", "class", "constant", "variable"].find((k) => this.found.has(`${owner}\t${k}`));
      if (!at) continue;
      if (proto && at === "function") {
        this.found.delete(`${owner}\tfunction`);
        this.add("", owner, "class");
      }
      if (!name) continue;
      const known = [...this.found.keys()].some((k) => k.startsWith(`${owner}.${name}\t`));
      if (!known) this.add(`${owner}.`, name, kind);
      if (proto) this.instance.add(`${owner}.${name}`);
    }
    if (this.all) {
      for (const k of [...this.found.keys()]) {
        const path = k.split("\t")[0].split(".");
        const owned = path.length === 2 && path[0] === this.all && !this.instance.has(path.join("."));
        if (owned && ![...this.found.keys()].some((f) => f.startsWith(`${path[1]}\t`))) this.add("", path[1], "constant");
      }
    }
    return [...this.found.keys()].map((k) => k.split("\t"));
  }
}

for (const path of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const source = ts.createSourceFile(path, fs.readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  process.stdout.write(JSON.stringify({ path, symbols: new Lister(source).list() }) + "\n");
}
