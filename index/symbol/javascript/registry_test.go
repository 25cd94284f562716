package javascript_test

import (
	"os"
	"path/filepath"
	"testing"

	"ibid/index/symbol"
	"ibid/index/symbol/decl"
)

// library is a package whose files pass names on to one another in most of the ways that there are.
var library = map[string]string{
	"package.json":    `{"name": "lib", "exports": {".": "./src/index.ts", "./old": "./old/index.js"}}`,
	"src/index.ts":    "export * from './base.js'; export * as util from './util'; export { helper as assist, default as Client } from './util'; import main from './main'; export default main; export { main as start };",
	"src/base.ts":     "export class Base { ping(): void {} }\nclass Hidden {}\nexport namespace Space { export const x = 1 }",
	"src/util.ts":     "import { Base } from './base';\nexport default class Client extends Base { get(url: string): string }\nexport const helper = () => 1;",
	"src/main.ts":     "function main() {}\nexport default main;",
	"old/index.js":    "if (a) { module.exports = require('./impl'); } else { module.exports = require('./impl') }",
	"old/impl.js":     "exports = module.exports = make;\nexports.Router = Router;\nfunction make() {}\nmake.version = '1';\nfunction Router() {}\nRouter.prototype.use = function () {};\nexports.late = void 0;",
	"src/compiled.js": "Object.defineProperty(exports, 'helper', { enumerable: true, get: function () { return util_1.helper; } });\nvar util_1 = require('./util');\n__exportStar(require('./base'), exports);",
}

// TestRegistry looks names up that files export, pass on, or keep to themselves.
func TestRegistry(t *testing.T) {
	root := t.TempDir()
	for name, text := range library {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := symbol.Detect("lib", root)
	if err != nil {
		t.Fatal(err)
	}
	sources, err := symbol.Collect(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := symbol.Build(t.Context(), []symbol.Project{p}, sources, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"lib.Base.ping":         "lib/src/base.Base.ping",
		"lib.Hidden":            "",
		"lib.Space.x":           "lib/src/base.Space.x",
		"lib.util.helper":       "lib/src/util.helper",
		"lib.assist":            "lib/src/util.helper",
		"lib.helper":            "",
		"lib.Client.get":        "lib/src/util.Client.get",
		"lib.Client.ping":       "lib/src/base.Base.ping",
		"lib.Client.post":       "",
		"lib.default":           "lib/src/main.main",
		"lib.start":             "lib/src/main.main",
		"lib/old.default":       "lib/old/impl.make",
		"lib/src/compiled.Base": "lib/src/base.Base",
	} {
		e, finding, why := r.Lookup(name)
		switch {
		case want == "" && finding != decl.Absent:
			t.Errorf("%s: %v %s %s, want it absent", name, finding, e.Origin, why)
		case want != "" && (finding != decl.Found || e.Origin != want):
			t.Errorf("%s: %v %q %s, want %s", name, finding, e.Origin, why, want)
		}
	}
}
