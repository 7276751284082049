namespace Dyno.Inputs.Tests;

/// <summary>The files that a <c>.http</c> file reads beside itself, damaged: variables are found or refused, and never anything else.</summary>
public sealed class EnvironmentFuzzTests : IDisposable
{
    private const string Environments = """
        { // of the team
          "$shared": { "host": "http://localhost:5000", "version": 1, "on": true },
          "dev": { "host": "http://localhost:5001", "path": { "nested": ["a", 1] }, "key": { "provider": "AspnetUserSecrets", "secretName": "k" } },
        }
        """;

    private const string DotEnv = "# of this machine\nKEY=value\nexport QUOTED=\"a b\" # why\nEMPTY=\nODD = 'x'\n";
    private static readonly string[] Names = ["http-client.env.json", "http-client.env.json.user", "http-client.private.env.json", ".env"];
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-env-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Damaged_files_are_read_or_refused()
    {
        var random = new Random(20_261_121);
        var target = Path.Combine(_folder, "a.http");
        File.WriteAllText(target, "GET {{host}}/{{version}}?key={{$dotenv KEY}}&q={{$dotenv QUOTED}}\nX-Path: {{path}}\nX-Key: {{key}}\n");
        for (var i = 0; i < 500; i++)
        {
            foreach (var name in Names) File.WriteAllBytes(Path.Combine(_folder, name), Damaged(random, name == ".env" ? DotEnv : Environments));
            var problems = new ProblemList();
            RequestSetReader.Read(new LoadRequest { Target = target, HttpEnvironment = random.Next(2) == 0 ? "dev" : null }, [], problems);
            foreach (var source in Names.Select(n => Path.Combine(_folder, n)).Append(target)) Places.ShouldBeTold(problems, source);
        }
    }

    private static byte[] Damaged(Random random, string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        for (var edits = random.Next(0, 6); edits > 0; edits--)
            bytes[random.Next(bytes.Length)] = random.Next(2) == 0 ? "\"{}[]:,\\\n\r\0=#$"u8[random.Next(14)] : (byte)random.Next(256);
        return random.Next(4) == 0 ? bytes[..random.Next(bytes.Length)] : bytes;
    }
}
