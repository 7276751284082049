namespace Dyno.K6.Tests;

/// <summary>A name that a file of the script does not export is an error at its import, as in k6.</summary>
public sealed class LocalModuleTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("dyno-test-").FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public async Task A_name_that_is_not_there_is_told_with_its_place_and_the_nearest_one()
    {
        Write("pages.js", "export function login() {}\nexport const paths = [];");
        var run = await RunAsync("main.js", "import {\n  paths,\n  logn as enter } from './pages.js';\nexport default function () { enter(paths); }");
        run.ExitCode.ShouldBe(107);
        run.Error.ShouldContain("the module ./pages.js has no export 'logn'; did you mean login?");
        run.Error.ShouldContain("main.js:3:3");
    }

    [Fact]
    public async Task Names_of_modules_that_import_each_other_or_wait_are_there_in_time()
    {
        Write("a.js", "import { b } from './b.js';\nexport const a = () => b + 1;");
        Write("b.js", "import { a } from './a.js';\nexport const b = 1;\nexport const late = () => a();");
        Write("c.js", "await null;\nexport const c = 4;");
        Write("f.js", "export let f;\nlet h;\nexport { h };");
        Write("d.js", "export * from './a.js';\nexport { b as e } from './b.js';");
        (await RunAsync("main.js", "import { late } from './b.js';\nimport { c } from './c.js';\nimport { a, e } from './d.js';\nimport { f, h } from './f.js';\n"
            + "export default function () { console.log(late(), c, a(), e, f, h); }")).Log.Trim().ShouldBe("2 4 2 1 undefined undefined");
    }

    [Fact]
    public async Task One_declaration_exports_several_variables()
    {
        Write("config.js", "export const HOST = 'h', PORT = 8080,\n  PATHS = ['/a', '/b'];\nexport let first, second = PORT + 1;");
        (await RunAsync("main.js", "import { HOST, PORT, PATHS, first, second } from './config.js';\n"
            + "export default function () { console.log(HOST, PORT, PATHS.length, first, second); }")).Log.Trim().ShouldBe("h 8080 2 undefined 8081");
    }

    [Theory, InlineData(VuLayout.Isolated), InlineData(VuLayout.Dense)]
    public async Task Import_meta_says_where_files_are_from_where_it_stands(VuLayout layout)
    {
        Directory.CreateDirectory(Path.Combine(_root, "a b"));
        Write("a b/text.txt", "found");
        Write("a b/data.js", "export const text = open(import.meta.resolve('./text.txt'));\nexport const own = () => import.meta.url;");
        (await RunAsync("main.js", "import { text, own } from './a b/data.js';\nexport default function () { console.log(text, own().endsWith('/a%20b/data.js'), "
            + "import.meta.resolve('k6/http'), `${import.meta.url.split('/').pop()}`); }", layout)).Log.Trim().ShouldBe("found true k6/http main.js");
    }

    [Fact]
    public async Task Types_need_not_be_there()
    {
        Write("types.ts", "export interface User { name: string }\nexport const one = 1;");
        (await RunAsync("main.ts", "import { User, one } from './types.ts';\nconst user: User = { name: 'a' };\n"
            + "export default function () { console.log(user.name, one); }")).Log.Trim().ShouldBe("a 1");
    }

    private void Write(string name, string text) => File.WriteAllText(Path.Combine(_root, name), text);

    private Task<ScriptOutcome> RunAsync(string name, string text, VuLayout layout = VuLayout.Isolated)
    {
        Write(name, text);
        return ScriptRunner.RunAsync("", change: r => r with { Text = null, Script = Path.Combine(_root, name), Layout = layout });
    }
}
