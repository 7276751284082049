namespace Dyno.Inputs.Tests;

public sealed partial class NamedFilesTests
{
    public static TheoryData<string, string> Inputs => new()
    {
        { "deep/a.http", "POST http://h/\n\n< FILE\n" },
        { "deep/b.http", "POST http://h/\n\n<@ FILE\n" },
        { "deep/c.http", "# @data FILE\nGET http://h/{{id}}\n" },
        { "deep/d.http", "POST http://h/\nContent-Type: multipart/form-data; boundary=x\n\n--x\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\n\n< FILE\n--x--\n" },
    };
}
