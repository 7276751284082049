using Dyno.K6.Scripts;

namespace Dyno.K6.Tests.Scripts;

/// <summary>Several variables in one exported declaration.</summary>
public sealed class ExportListTests
{
    [Theory]
    [InlineData("export const a = 1, b = 2;", "export const a = 1; export const b = 2;")]
    [InlineData("export let a, b;\nlet c, d;", "export let a; export let b;\nlet c, d;")]
    [InlineData("export const a = 1,\n  b = 2\nc(), d()", "export const a = 1; export const\n  b = 2\nc(), d()")]
    [InlineData("export const f = (x, y) => [x, y], g = { a, b };", "export const f = (x, y) => [x, y]; export const g = { a, b };")]
    [InlineData("export const a = 'x,y', // one, two\n  b = `${c}, d`, r = /[/,],/g, z = 1", "export const a = 'x,y'; export const // one, two\n  b = `${c}, d`; export const r = /[/,],/g; export const z = 1")]
    [InlineData("export const { a, b } = c, [d] = e;", "export const { a, b } = c; export const [d] = e;")]
    [InlineData("export const m: Map<string, number> = new Map(), n = 1;", "export const m: Map<string, number> = new Map(), n = 1;")]
    [InlineData("export const options = {\n  vus: 1, stages: [1, 2],\n};\nfoo(1), bar", "export const options = {\n  vus: 1, stages: [1, 2],\n};\nfoo(1), bar")]
    [InlineData("export const a = b / c, d = e / f", "export const a = b / c; export const d = e / f")]
    [InlineData("export const f = () => {\n  g(), h();\n}\n[1, 2].map(f), 3", "export const f = () => {\n  g(), h();\n}\n[1, 2].map(f), 3")]
    [InlineData("export const t = `a ${x ? `b, c` : '}'} d, e`;", "export const t = `a ${x ? `b, c` : '}'} d, e`;")]
    [InlineData("export const t = `${f({ a: `,` })},`, u = 1;", "export const t = `${f({ a: `,` })},`; export const u = 1;")]
    [InlineData("export const f = (s) => /a,b/.test(s);", "export const f = (s) => /a,b/.test(s);")]
    [InlineData("export const f = (s) => { return /[}'],/.test(s) }, g = 1;", "export const f = (s) => { return /[}'],/.test(s) }; export const g = 1;")]
    [InlineData("const a = 1, b = 2; export { a, b };", "const a = 1, b = 2; export { a, b };")]
    public void Becomes_one_declaration_for_each(string text, string expected) => ExportLists.Split(text).ShouldBe(expected);
}
