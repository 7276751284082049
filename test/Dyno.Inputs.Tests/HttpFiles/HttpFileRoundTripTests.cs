namespace Dyno.Inputs.Tests;

/// <summary>What is written as an <c>.http</c> file and read again is the same load.</summary>
public sealed class HttpFileRoundTripTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-round-").FullName;

    public static TheoryData<string> Files => [.. Corpus.Files("HttpFiles", "Corpus").Select(Path.GetFileName).OfType<string>()];

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory, MemberData(nameof(Files))]
    public void A_file_written_again_is_the_same_load(string name)
    {
        var path = Corpus.Files("HttpFiles", "Corpus").Single(p => Path.GetFileName(p) == name);
        var problems = new ProblemList();
        var first = Corpus.Read(path, problems);
        problems.ThrowIfAny();
        foreach (var near in new[] { ".env", "http-client.env.json" })
            File.Copy(Path.Combine(Path.GetDirectoryName(path)!, "..", near), Path.Combine(_folder, near));
        Directory.CreateDirectory(Path.Combine(_folder, "bodies"));
        foreach (var body in Directory.GetFiles(Path.Combine(Path.GetDirectoryName(path)!, "bodies")))
            File.Copy(body, Path.Combine(_folder, "bodies", Path.GetFileName(body)));

        var written = HttpFileWriter.Write(first, Path.Combine(_folder, "again.http"), problems);
        problems.ThrowIfAny();
        foreach (var file in written) File.WriteAllBytes(file.Path, file.Content.ToArray());
        var second = Corpus.Read(Path.Combine(_folder, "again.http"), problems);
        problems.ThrowIfAny();
        Shown(second).ShouldBe(Shown(first), Encoding.UTF8.GetString(written[0].Content.Span));
    }

    /// <summary>A body that would be read as a request stands in a file of its own (found by fuzzing).</summary>
    [Fact]
    public void A_body_that_needs_a_file_may_belong_to_a_request_that_comes_after_another()
    {
        File.WriteAllText(Path.Combine(_folder, "body.txt"), "GET http://localhost:5000/other");
        var file = Path.Combine(_folder, "after.http");
        File.WriteAllText(file, """
            # @name login
            POST http://localhost:5000/login

            ###
            # @after login
            POST http://localhost:5000/basket

            < body.txt
            """);
        var problems = new ProblemList();
        var first = Corpus.Read(file, problems);

        var written = HttpFileWriter.Write(first, Path.Combine(_folder, "again.http"), problems);
        foreach (var one in written) File.WriteAllBytes(one.Path, one.Content.ToArray());
        var second = Corpus.Read(Path.Combine(_folder, "again.http"), problems);

        problems.ThrowIfAny();
        written.Length.ShouldBe(2);
        Shown(second).ShouldBe(Shown(first));
    }

    private static string Shown(RequestSet set)
    {
        var text = new StringBuilder($"{set.Settings with { Checks = [], Thresholds = [], Feed = null }}\n");
        text.AppendJoin(' ', set.Settings.Checks.Select(c => c.Text));
        text.AppendJoin(' ', set.Settings.Thresholds.Select(t => t.Selector.ToString() + t.Expression.Limit));
        text.Append($" {set.Settings.Feed?.Path} {set.Settings.Feed?.Order}\n");
        foreach (var request in set.Requests)
        {
            text.Append($"{request.Name ?? request.Label} {request.Label} {request.Method} {VariableValue.Flatten(request.Url)} {request.Version} {request.Weight} ");
            text.AppendJoin(' ', request.After).AppendJoin(' ', request.Checks.Select(c => c.Text));
            text.AppendJoin(' ', request.Thresholds.Select(t => t.Selector.ToString() + t.Expression.Limit)).Append('\n');
            foreach (var header in request.Headers) text.Append($"  {header.Name}: {VariableValue.Flatten(header.Value)}\n");
            foreach (var part in request.Body)
                text.Append(part.Text is null ? Encoding.UTF8.GetString(part.Bytes.Span) : VariableValue.Flatten(part.Text).Written);
            text.Append('\n');
        }

        return text.ToString();
    }
}
