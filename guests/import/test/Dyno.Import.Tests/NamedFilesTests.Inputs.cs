namespace Dyno.Inputs.Tests;

public sealed partial class NamedFilesTests
{
    public static TheoryData<string, string> Inputs => new()
    {
        { "deep/e.sh", "curl -d @FILE http://h/" },
        { "deep/f.sh", "curl --data-binary @FILE http://h/" },
        { "deep/g.sh", "curl --data-urlencode a@FILE http://h/" },
        { "deep/h.sh", "curl -F 'f=@FILE' http://h/" },
        { "deep/i.sh", "curl -F 'f=<FILE' http://h/" },
        { "deep/j.sh", "curl -T FILE http://h/x" },
        { "deep/l.json", Postman("""{ "mode": "file", "file": { "src": "FILE" } }""") },
        { "deep/m.json", Postman("""{ "mode": "formdata", "formdata": [ { "key": "f", "type": "file", "src": "FILE" } ] }""") },
    };

    [Fact]
    public void What_stands_on_the_command_line_is_the_users_own() =>
        InputReader.Read(new LoadRequest { Curl = $"curl -d @{Path.Combine(_folder, "secret.txt")} http://h/" });

    private static string Postman(string body) =>
        $$"""{ "info": { "name": "x" }, "item": [ { "name": "a", "request": { "method": "POST", "url": "http://h/", "body": {{body}} } } ] }""";
}
