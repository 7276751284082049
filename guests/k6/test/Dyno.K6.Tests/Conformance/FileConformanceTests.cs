namespace Dyno.K6.Tests;

/// <summary>Files, CSV, secrets.</summary>
public sealed class FileConformanceTests
{
    private static readonly string Folder = CreateFiles();

    internal static readonly ExpressionGroup Group = new(
        """
        import fs from 'k6/experimental/fs';
        import csv from 'k6/experimental/csv';
        import secrets from 'k6/secrets';
        import timers from 'k6/timers';
        """,
        [
            new("globals open", "said", "\"hello grüß\""),
            new("globals open", "Array.from(new Uint8Array(bytes)).slice(0, 5)", "[104,101,108,108,111]"),
            new("globals open", "open('./late.txt')", "throws init"),
            new("k6/experimental/fs open", "file.path.endsWith('hello.txt')", "true"),
            new("k6/experimental/fs open", "fs.open('x')", "throws init"),
            new("k6/experimental/fs File.path", "typeof file.path", "\"string\""),
            new("k6/experimental/fs File.stat", "(await file.stat())", "{\"name\":\"hello.txt\",\"size\":12}"),
            new("k6/experimental/fs File.read", "{ await file.seek(0, fs.SeekMode.Start); const b = new Uint8Array(5); return [await file.read(b), ...b] }", "[5,104,101,108,108,111]"),
            new("k6/experimental/fs File.read", "{ await file.seek(0, fs.SeekMode.End); return await file.read(new Uint8Array(1)) }", "null"),
            new("k6/experimental/fs File.read", "await file.read('x')", "throws Uint8Array"),
            new("k6/experimental/fs File.seek", "await file.seek(3, fs.SeekMode.Start)", "3"),
            new("k6/experimental/fs File.seek", "{ await file.seek(3, fs.SeekMode.Start); return await file.seek(2, fs.SeekMode.Current) }", "5"),
            new("k6/experimental/fs File.seek", "await file.seek(-2, fs.SeekMode.End)", "10"),
            new("k6/experimental/fs File.seek", "await file.seek(-1, fs.SeekMode.Start)", "throws outside"),
            new("k6/experimental/fs SeekMode", "fs.SeekMode", "{\"Start\":0,\"Current\":1,\"End\":2}"),
            new("k6/experimental/csv parse", "rows.length", "4"),
            new("k6/experimental/csv parse", "rows[1]", "[\"ada\",\"36\"]"),
            new("k6/experimental/csv parse", "rows[3][0]", "\"x, \\\"y\\\"\""),
            new("k6/experimental/csv parse", "objects[0]", "{\"name\":\"ada\",\"age\":\"36\"}"),
            new("k6/experimental/csv parse", "'use strict'; rows[0][0] = 1; return 1", "throws read only"),
            new("k6/experimental/csv parse", "skipped.length", "3"),
            new("k6/experimental/csv parse", "some.map((r) => r[0])", "[\"ada\",\"bob\"]"),
            new("k6/experimental/csv Parser", "(await parser.next())", "{\"done\":false,\"value\":[\"name\",\"age\"]}"),
            new("k6/experimental/csv Parser", "{ let last; do { last = await parser.next() } while (!last.done); return last.value }", "[]"),
            new("k6/secrets get", "(await secrets.get('token')).split('').reverse().join('')", "\"terc3s\""),
            new("k6/secrets get", "await secrets.get('token')", "\"***SECRET_REDACTED***\""),
            new("k6/secrets get", "await secrets.get('absent')", "throws absent"),
            new("k6/secrets source", "(await secrets.source('vault').get('other')).length", "5"),
            new("k6/secrets source", "await secrets.source('nowhere').get('x')", "throws nowhere"),
            new("k6/timers setTimeout", "await new Promise((r) => timers.setTimeout(() => r(1), 1))", "1"),
            new("k6/timers clearTimeout", "timers.clearTimeout(99)", "undefined"),
            new("k6/timers setInterval", "await new Promise((r) => { const t = timers.setInterval(() => { timers.clearInterval(t); r(2) }, 1) })", "2"),
            new("k6/timers clearInterval", "timers.clearInterval(99)", "undefined"),
        ],
        initialize: $$"""
            const said = open('{{Folder}}/hello.txt'), bytes = open('file://{{Folder}}/hello.txt', 'b');
            const file = await fs.open('{{Folder}}/hello.txt');
            const table = await fs.open('{{Folder}}/table.csv');
            const rows = await csv.parse(table), objects = await csv.parse(table, { asObjects: true });
            const skipped = await csv.parse(table, { skipFirstLine: true }), some = await csv.parse(table, { fromLine: 1, toLine: 2 });
            const parser = new csv.Parser(table);
            """,
        change: r => r with { SecretSources = ["mock=token=s3cret", "mock=name=vault,other=0ther"] });

    public static TheoryData<int, string> Rows => Table.RowsOf(Group);

    [Theory, MemberData(nameof(Rows))]
    public Task Conforms(int index, string expression) => Table.ConformsAsync(Group, index, expression);

    private static string CreateFiles()
    {
        var folder = Directory.CreateTempSubdirectory("dyno-k6-").FullName;
        File.WriteAllText(Path.Combine(folder, "hello.txt"), "hello grüß");
        File.WriteAllText(Path.Combine(folder, "table.csv"), "name,age\nada,36\nbob,40\n\"x, \"\"y\"\"\",1\n");
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(folder, recursive: true);
        return folder;
    }
}
