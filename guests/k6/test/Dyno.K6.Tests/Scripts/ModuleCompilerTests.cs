namespace Dyno.K6.Tests;

/// <summary>What modules export and import, read by a parser: texts, comments and types mislead nobody.</summary>
public sealed class ModuleCompilerTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("dyno-test-").FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Theory]
    [InlineData("export const a = 1, b = 2;", "a, b", "a, b", "1 2")]
    [InlineData("export let a, b;\nlet c = 3, d = 4; a = c; b = d;", "a, b", "a, b", "3 4")]
    [InlineData("const c = () => 0, d = c;\nexport const a = 1,\n  b = 2\nc(), d()", "a, b", "a, b", "1 2")]
    [InlineData("export const f = (x, y) => [x, y].length, g = { a: 1, b: 2 };", "f, g", "f(1, 2), g.b", "2 2")]
    [InlineData("const c = 'c'; export const a = 'x,y', // one, two\n  b = `${c}, d`, r = /[/,],/g, z = 1", "a, b, r, z", "a, b, r.source, z", "x,y c, d [/,], 1")]
    [InlineData("const c = { a: 1, b: 2 }, e = [3];\nexport const { a, b: x } = c, [d] = e;", "a, x, d", "a, x, d", "1 2 3")]
    [InlineData("const b = 8, c = 2, e = 9, f = 3; export const a = b / c, d = e / f", "a, d", "a, d", "4 3")]
    [InlineData("const f = (o) => o.a; export const t = `${f({ a: `,` })},`, u = 1;", "t, u", "t, u", ",, 1")]
    [InlineData("export const f = (s) => { return /[}'],/.test(s) }, g = 1;", "f, g", "f(\"',\"), g", "true 1")]
    [InlineData("export const a = [1, 2]\n  .map((x) => x + 1), b = a", "a, b", "a.join(), b.length", "2,3 2")]
    [InlineData("export default function () { return 1 }\n[2, 3].map(String), 4", "default as f", "f()", "1")]
    [InlineData("export default async function* () { yield 5 }\n(6, 7)", "default as f", "typeof f().next", "function")]
    [InlineData("export const s = 'import.meta.url', t = `\nimport { gone } from './other.js';\n`.length;", "s, t", "s, t", "import.meta.url 36")]
    [InlineData("function h() {} const bar = 7, foo = h;\nexport const options = { a: 1 }\nfoo(1), bar", "options", "options.a", "1")]
    [InlineData("let n = 0; const g = () => n++, h = g;\nexport const a = () => {\n  g(), h();\n}\n[1, 2].length, n;", "a", "a(), typeof a", "undefined function")]
    [InlineData("const x = 0; export const a = `a ${x ? `b, c` : '}'} d, e`, b = 2;", "a, b", "a, b", "a } d, e 2")]
    [InlineData("export const f = (s) => /a,b/.test(s), g = 2;", "f, g", "f('a,b'), g", "true 2")]
    [InlineData("const a = 1, b = 2;\nexport { a, b };", "a, b", "a, b", "1 2")]
    [InlineData("export default class extends Array {}\n[1], 2", "default as f", "new f().length", "0")]
    [InlineData("const t = `a ${'`'} b`, r = /`/;\nexport const c = await Promise.resolve(t.length + r.source.length);", "c", "c", "6")]
    [InlineData("const late = async () => { await null; };\nexport const c = typeof late;", "c", "c", "function")]
    public async Task Everything_that_a_module_exports_is_there(string module, string names, string shown, string log)
    {
        Write("lib.js", module);
        (await RunAsync("main.js", $"import {{ {names} }} from './lib.js';\nexport default function () {{ console.log({shown}); }}")).Log.Trim().ShouldBe(log);
    }

    [Theory]
    [InlineData("export * from './parts.js'; export const a = 'own'; export async function* f() { } export class G { } const own = 1; export { own as c };")]
    [InlineData("export const a = 'own'; export async function* f() { } export class G { } const own = 1; export { own as c }; export * from './parts.js';")]
    public async Task What_a_module_exports_itself_goes_before_what_it_passes_on(string lib)
    {
        Write("parts.js", "export const a = 'part', b = 'part', c = 'part'; export function f() { } export class G { static part = 1 }");
        Write("lib.js", lib);
        (await RunAsync("main.js", "import { a, b, c, f, G } from './lib.js';\nexport default function () { console.log(a, b, c, typeof f().next, G.part); }")).Log.Trim()
            .ShouldBe("own part 1 function undefined");
    }

    [Theory]
    [InlineData("export const m: Map<string, number> = new Map<string, number>([['a', 1]]), n: [a: number, b: string] = [1, ''];", "m.size, n.length", "1 2")]
    [InlineData("export namespace Shapes { export interface Square { side: number } }\nexport const m: Shapes.Square = { side: 2 }, n = 1;", "m.side, n", "2 1")]
    [InlineData("declare global { namespace App { const version: string } }\nexport enum m { a, b }\nexport const n = m.b;", "m.a, n", "0 1")]
    public async Task Types_are_told_from_values(string module, string shown, string log)
    {
        Write("lib.ts", module);
        (await RunAsync("main.js", $"import {{ m, n }} from './lib.ts';\nexport default function () {{ console.log({shown}); }}")).Log.Trim().ShouldBe(log);
    }

    [Theory]
    [InlineData("/*\nimport { gone } from './lib.js';\n*/\nimport { a } from './lib.js';")]
    [InlineData("const text = `\nimport { gone } from './lib.js';\n`;\nimport { a } from './lib.js';")]
    [InlineData("import { a } from './lib.js';\nconst o = { import: 1, export: 2, await: 3 };\no.import + o.export + o.await;")]
    public async Task What_only_looks_like_an_import_is_none(string imports)
    {
        Write("lib.js", "export const a = 1;");
        (await RunAsync("main.js", imports + "\nexport default function () { console.log(a); }")).Log.Trim().ShouldBe("1");
    }

    [Theory]
    [InlineData("import './lib.js'; import { a, gone as g } from \"./lib.js\";", "main.js:1:32")]
    [InlineData("import lib, { a,\n  gone } from './lib.js';", "main.js:2:3")]
    [InlineData("export { gone as missing } from './lib.js';", "main.js:1:10")]
    public async Task A_name_that_is_not_exported_is_told_with_its_place(string imports, string place)
    {
        Write("lib.js", "export const a = 1, bone = 2; export default 3;");
        var run = await RunAsync("main.js", imports + "\nexport default function () { }");
        run.ExitCode.ShouldBe(107);
        run.Error.ShouldContain("the module ./lib.js has no export 'gone'; did you mean bone?");
        run.Error.ShouldContain(place);
    }

    [Theory]
    [InlineData("import http, { RefinedResponse, ResponseType } from 'k6/http';\nconst f = (r: RefinedResponse<ResponseType>) => typeof http.get;", "f(null)", "function")]
    [InlineData("import { JSONObject, check as ask } from 'k6';\nconst o: JSONObject = { a: typeof ask };", "o.a", "function")]
    [InlineData("import { Shape, a } from './lib.ts';\ninterface Round extends Shape { r: number }\nconst r: Round = { r: a };", "r.r", "1")]
    [InlineData("import { type Shape, a } from './lib.ts';\nexport { Shape } from './lib.ts';", "a", "1")]
    [InlineData("import { Options } from 'k6/options';\nexport const options: Options = { tags: { a: 'b' } };", "1", "1")]
    public async Task What_TypeScript_uses_as_a_type_only_need_not_be_there(string script, string shown, string expected)
    {
        Write("lib.ts", "export interface Shape { }\nexport const a = 1;");
        var run = await RunAsync("main.ts", $"{script}\nexport default function () {{ console.log({shown}); }}");
        run.Error.ShouldBeEmpty();
        run.Log.Trim().ShouldBe(expected);
    }

    [Theory]
    [InlineData("import { chek } from 'k6';\nchek(1);", "main.ts:1:10", "did you mean check?")]
    [InlineData("import { Shape, gone } from './lib.ts';\nexport const g = { gone };", "main.ts:1:17", "the module ./lib.ts has no export 'gone'; did you mean bone?")]
    public async Task What_TypeScript_reads_as_a_value_must_be_there(string script, string place, string message)
    {
        Write("lib.ts", "export interface Shape { }\nexport const bone = 1;");
        var run = await RunAsync("main.ts", $"{script}\nexport default function () {{ }}");
        run.ExitCode.ShouldBe(107);
        run.Error.ShouldContain(message);
        run.Error.ShouldContain(place);
    }

    [Theory]
    [InlineData("import http, { RefinedResponse, ResponseType } from 'k6/http';\nconst f = (r: RefinedResponse<ResponseType | undefined>) => http.del;", "RefinedResponse")]
    [InlineData("import { check, JSONObject } from 'k6';\nconst found = [{}].find((e): e is JSONObject => !!check);", "JSONObject")]
    [InlineData("import { JSONObject as J } from 'k6';\nclass A<T extends J> { x = {} as J; y!: Map<string, J[]>; m(j: J): asserts j is J { } }", "JSONObject")]
    public async Task A_type_of_k6_needs_no_word_in_TypeScript(string module, string name)
    {
        (await RunAsync("main.ts", module + "\nexport default function () { }")).ExitCode.ShouldBe(0);
        var wrong = await RunAsync("main.ts", $"import {{ {name} }} from 'k6';\nexport default function () {{ {name}(); }}");
        wrong.Error.ShouldContain($"the module k6 has no export '{name}'");
    }

    [Theory]
    [InlineData("import { Trend, Metric } from 'k6/metrics';\nconst t = new Trend('t');", "the module k6/metrics has no export 'Metric': it has Counter, Gauge, Rate, Trend (main.js never reads it)")]
    [InlineData("import { check, chek as ask } from 'k6';\nconst o = { ask: check };\no.ask;", "the module k6 has no export 'chek'; did you mean check? (main.js never reads it)")]
    public async Task A_name_that_k6_does_not_have_is_a_warning_where_nothing_reads_it(string script, string warning)
    {
        var run = await RunAsync("main.js", $"{script}\nexport default function () {{ }}");
        run.ExitCode.ShouldBe(0);
        run.Log.ShouldContain(warning);
    }

    [Theory]
    [InlineData("import { chek } from 'k6';\nconst f = () => chek;", "main.js:1:10")]
    [InlineData("import { sleep, chek } from 'k6';\nconst o = { chek };", "main.js:1:17")]
    [InlineData("import { chek } from 'k6';\nexport { chek };", "main.js:1:10")]
    [InlineData("export { chek } from 'k6';", "main.js:1:10")]
    public async Task A_name_that_k6_does_not_have_is_an_error_where_it_is_read(string script, string place)
    {
        var run = await RunAsync("main.js", $"{script}\nexport default function () {{ }}");
        run.ExitCode.ShouldBe(107);
        run.Error.ShouldContain("the module k6 has no export 'chek'; did you mean check?");
        run.Error.ShouldContain(place);
    }

    [Theory]
    [InlineData("const module = 'orders', __filename = 1;", "module", "orders")]
    [InlineData("const { __dirname } = { __dirname: import.meta.url.length > 0 };", "__dirname", "true")]
    [InlineData("class module { static name = 'own' }", "module.name", "own")]
    [InlineData("var __filename = import.meta.url.slice(-7);", "__filename", "main.js")]
    public async Task Names_of_CommonJS_are_free_in_a_module(string declaration, string shown, string log)
    {
        var script = $"import {{ sleep }} from 'k6';\n{declaration}\nexport default function () {{ sleep(0); console.log({shown}) }}";
        (await RunAsync("main.js", script)).Log.Trim().ShouldBe(log);
    }

    [Theory]
    [InlineData("const exports = 3, require = 4;", "exports + require", "7")]
    [InlineData("const { exports } = { exports: 5 };\nexport { exports as all };", "JSON.stringify({ exports })", "{\"exports\":5}")]
    [InlineData("function require(name) { const exports = { name }; return exports.name; }\nexport const a = require('b');", "require('c') + a", "cb")]
    [InlineData("let exports = 1;\nconst inner = (exports) => exports * 2, o = { exports, require: 1 };\nexports++;", "[exports, inner(5), o.exports, o.require].join()", "2,10,1,1")]
    [InlineData("class exports { static exports = 'own' }", "exports.exports", "own")]
    public async Task What_the_compiler_itself_calls_exports_and_require_is_free_in_a_module(string declaration, string shown, string log)
    {
        var script = $"import {{ sleep }} from 'k6';\n{declaration}\nexport default function () {{ sleep(0); console.log({shown}) }}";
        (await RunAsync("main.js", script)).Log.Trim().ShouldBe(log);
        (await RunAsync("main.ts", script)).Log.Trim().ShouldBe(log);
    }

    // The column is that of the missing member.
    [Theory]
    [InlineData("const exports = 1, b = exports + null.x; export { b };")]
    [InlineData("export const a = 1, b = 2, c = null.x;")]
    [InlineData("export const url = import.meta.url, c = null.x, d = 1;")]
    [InlineData("export let a, b; export default function () { null.x; }")]
    [InlineData("const c = 1; null.x; export default c;")]
    public async Task Places_are_those_of_the_text_as_written(string script)
    {
        var run = await RunAsync("main.js", script);
        var dot = script.IndexOf("null.x", StringComparison.Ordinal) + "null".Length + 1;
        (run.Error + run.Log).ShouldContain("main.js:1:" + (dot + 1));
    }

    [Theory]
    [InlineData("namespace A { export const b = 2; const c = 3; export function d() { return b + c; } }", "A.b, A.d(), Object.keys(A).join()", "2 5 b,d")]
    [InlineData("namespace A {\n  export let n = 0;\n  export const more = () => ++n;\n}\nA.more(); A.n += 5;", "A.n, A.more()", "6 7")]
    [InlineData("namespace A.B { export class C { m = 1 } }\nnamespace A { export enum E { x, y } }", "new A.B.C().m, A.E.y, A.E[0]", "1 1 x")]
    [InlineData("namespace Outer {\n  export interface T { a: number }\n  export namespace Inner { export const t: T = { a: 1 }; }\n  namespace Own { export const u = 2; }\n  export const v = Own.u + Inner.t.a;\n}", "Outer.v, typeof Outer.Own", "3 undefined")]
    [InlineData("class A { x = A.y; }\nnamespace A { export const y = 4; }", "new A().x", "4")]
    [InlineData("function f() { return f.z; }\nnamespace f { export let z = 5; }", "f()", "5")]
    [InlineData("namespace A { export const { a, b: [c] } = { a: 1, b: [2] }, d = 3; export async function* g() { } }", "A.a, A.c, A.d, typeof A.g", "1 2 3 function")]
    [InlineData("module Old { export const s = `}${ '{' }`; }", "Old.s", "}{")]
    [InlineData("namespace A { export const first = 1; export const second = A.first + 1; }", "A.second", "2")]
    [InlineData("declare namespace Types { const here: string; }\nconst namespace = 1, module = 2;", "namespace + module, typeof Types", "3 undefined")]
    public async Task A_namespace_is_an_object_with_what_it_exports(string declared, string shown, string expected)
    {
        var run = await RunAsync("main.ts", $"{declared}\nexport default function () {{ console.log({shown}); }}");
        run.Error.ShouldBeEmpty();
        run.Log.Trim().ShouldBe(expected);
    }

    [Fact]
    public async Task A_namespace_is_exported_and_imports_what_it_reads()
    {
        Write("lib.ts", """
            import { add, Sum } from './add.ts';
            export namespace Math2 {
              export const three: Sum = add(1, 2);
            }
            export namespace Math2 { export const four = Math2.three + 1; }
            """);
        Write("add.ts", "export type Sum = number; export const add = (a: number, b: number): Sum => a + b;");
        (await RunAsync("main.ts", "import { Math2 } from './lib.ts';\nexport default function () { console.log(Math2.three, Math2.four); }")).Log.Trim().ShouldBe("3 4");
    }

    [Fact]
    public async Task An_error_inside_a_namespace_is_told_with_its_place()
    {
        var run = await RunAsync("main.ts", "namespace A {\n  export const a = 1;\n  export function b(): void { throw new Error('late' as string); }\n}\nexport default function () { A.b(); }");
        run.Log.ShouldContain("main.ts:3:");
    }

    [Theory, InlineData(VuLayout.Isolated), InlineData(VuLayout.Dense)]
    public async Task A_function_of_a_namespace_may_wait(VuLayout layout)
    {
        var run = await RunAsync("main.ts", """
            import { sleep } from 'k6';
            namespace Shop { export function buy(n: number): string { sleep(0.001); return `bought ${n}`; } }
            export const options = { vus: 2, iterations: 2 };
            export default function () { console.log(Shop.buy(__VU)); }
            """, layout);
        run.Error.ShouldBeEmpty();
        run.LogLines.Order().ShouldBe(["bought 1", "bought 2"]);
    }

    [Fact]
    public async Task An_abstract_class_is_a_class_without_its_abstract_members()
    {
        var run = await RunAsync("main.ts", """
            abstract class Shape {
              protected abstract readonly sides: number;
              abstract area(): number;
              constructor(protected name: string) { }
              tell() { return `${this.name} ${this.sides} ${this.area()}`; }
            }
            export abstract class Base<T> { abstract get value(): T; static abstract: number = 1; }
            class Square extends Shape { protected override readonly sides = 4; area(): number { return 9; } }
            class One extends Base<number> { get value() { return 1; } }
            export default function () { console.log(new Square('square').tell(), new One().value, Base.abstract, 'sides' in Shape.prototype); }
            """);
        run.Error.ShouldBeEmpty();
        run.Log.Trim().ShouldBe("square 4 9 1 1 false");
    }

    [Theory]
    [InlineData("main.js", "import http from 'k6/http';\nconst c = 1;\nexport default function () { }\n  function c() { }", "Identifier 'c' has already been declared", "main.js:4:")]
    [InlineData("main.ts", "export default function () {\n  const a: number = 1; const a: number = 2;\n}", "Identifier 'a' has already been declared", "main.ts:2:")]
    [InlineData("main.js", "module.exports.default = () => {};\ngarbage(\n", "Unexpected end of the script", "main.js:2:")]
    public async Task What_only_the_engine_refuses_is_told_with_its_place(string name, string script, string message, string place)
    {
        var run = await RunAsync(name, script);
        run.ExitCode.ShouldBe(107);
        run.Error.ShouldContain(message);
        run.Error.ShouldContain(place);
    }

    [Theory]
    [InlineData("import http from 'k6/http';\nconst a = {;\nexport default function () { }", "main.js:2:12")]
    [InlineData("export default function () {\n  const f = (a) =>\n    a +* 2;\n}", "main.js:3:8")]
    [InlineData("export default function () {\n  return 'a;\n}", "main.js:2:10")]
    [InlineData("with (Math) { max(1, 2); }\nexports.default = () => { let 1; };", "main.js:2:31")] // no module
    [InlineData("export default function () {", "main.js:1:29")]
    public async Task What_does_not_parse_is_told_where_it_is_wrong_first(string script, string place)
    {
        var run = await RunAsync("main.js", script);
        run.ExitCode.ShouldBe(107);
        run.Error.ShouldContain("SyntaxError");
        run.Error.ShouldContain(place);
    }

    private void Write(string name, string text) => File.WriteAllText(Path.Combine(_root, name), text);

    private Task<ScriptOutcome> RunAsync(string name, string text, VuLayout layout = VuLayout.Isolated)
    {
        Write(name, text);
        return ScriptRunner.RunAsync("", change: r => r with { Text = null, Script = Path.Combine(_root, name), Layout = layout });
    }
}
