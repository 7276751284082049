using System.Net.Http.Headers;
using System.Net.Security;
using System.Net.WebSockets;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace Dyno.Subjects.Tests;

/// <summary>Entity Framework with SQLite's native library, gRPC and SignalR, over TLS, built for .NET 10 and run on .NET 11.</summary>
[Trait("Length", "Long")]
public sealed class KindsTests(Workspace workspace)
{
    private const char EndOfRecord = '\u001e';

    [Theory]
    [InlineData("plain", "")]
    [InlineData("one-file", "RuntimeIdentifier=linux-x64;PublishSingleFile=true;PublishReadyToRun=true;InvariantGlobalization=true")]
    public async Task A_project_of_each_kind_runs_on_a_newer_version(string name, string properties)
    {
        Assert.SkipWhen(properties.Contains("linux-x64", StringComparison.Ordinal) && RuntimePacks.Identifier != "linux-x64", "the program is for linux-x64");
        var options = new SubjectOptions { Project = Copy("Kinds-" + name), StateFolder = workspace.State, UsesHttps = true, Properties = Properties(properties) };

        await using var subject = await StartAsync(options with { RuntimeVersion = RuntimeVersion.Parse("11.0") });

        await ShouldServeAsync(subject, isInvariant: properties.Contains("Invariant", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_built_program_of_each_kind_runs_on_a_newer_version()
    {
        var built = await SubjectPublisher.PublishAsync(
            new SubjectOptions { Project = Copy("Kinds-built"), StateFolder = workspace.State }, null, TimeProvider.System, Cancelled);

        await using var subject = await StartAsync(new SubjectOptions
        {
            Command = ["dotnet", Path.Combine(built.Folder, "Kinds.dll")],
            WorkingDirectory = workspace.NewFolder("Kinds-works-here"),
            StateFolder = workspace.State,
            UsesHttps = true,
            RuntimeVersion = RuntimeVersion.Parse("11.0"),
        });

        await ShouldServeAsync(subject, isInvariant: false);
    }

    private static async Task ShouldServeAsync(Subject subject, bool isInvariant)
    {
        using var certificate = X509CertificateLoader.LoadCertificateFromFile(subject.CertificateFile!);
        using var client = new HttpClient(new SocketsHttpHandler
        { SslOptions = { RemoteCertificateValidationCallback = IsTheSubjects } })
        { BaseAddress = subject.BaseUrl };
        (await client.GetStringAsync("/", Cancelled)).ShouldStartWith(".NET 11.0.");
        (await client.GetStringAsync("/books", Cancelled)).ShouldStartWith("Ulysses in SQLite 3.");
        (await client.GetStringAsync("/invariant", Cancelled)).ShouldBe(isInvariant ? "true" : "false");
        (await GreetAsync(client, "Rick")).ShouldBe("hello Rick");
        (await EchoAsync(subject.BaseUrl, IsTheSubjects, "tea")).ShouldContain("\"result\":\"echo of tea\"");

        bool IsTheSubjects(object sender, X509Certificate? shown, X509Chain? chain, SslPolicyErrors errors) =>
            shown?.GetCertHashString() == certificate.GetCertHashString();
    }

    /// <summary>A unary call: the message with its five bytes of framing, the status in the trailers.</summary>
    private static async Task<string> GreetAsync(HttpClient client, string name)
    {
        byte[] text = Encoding.UTF8.GetBytes(name), message = [0x0A, (byte)text.Length, .. text];
        using var request = new HttpRequestMessage(HttpMethod.Post, "/Greeter/Greet")
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent([0, 0, 0, 0, (byte)message.Length, .. message]) { Headers = { ContentType = new MediaTypeHeaderValue("application/grpc") } },
            Headers = { { "TE", "trailers" } },
        };
        using var response = await client.SendAsync(request, Cancelled);
        var answer = await response.Content.ReadAsByteArrayAsync(Cancelled);
        response.TrailingHeaders.GetValues("grpc-status").ShouldBe(["0"]);
        return Encoding.UTF8.GetString(answer.AsSpan(7));
    }

    /// <summary>SignalR's handshake in JSON, and one invocation.</summary>
    private static async Task<string> EchoAsync(Uri address, RemoteCertificateValidationCallback isTrusted, string text)
    {
        using var socket = new ClientWebSocket { Options = { RemoteCertificateValidationCallback = isTrusted } };
        await socket.ConnectAsync(new Uri($"wss://{address.Authority}/echo"), Cancelled);
        await SendAsync("""{"protocol":"json","version":1}""");
        await SendAsync($$"""{"type":1,"invocationId":"1","target":"Echo","arguments":["{{text}}"]}""");
        var answers = new StringBuilder();
        var buffer = new byte[4096];
        while (!answers.ToString().Contains("invocationId", StringComparison.Ordinal))
        {
            var received = await socket.ReceiveAsync(buffer, Cancelled);
            if (received.MessageType == WebSocketMessageType.Close) break;
            answers.Append(Encoding.UTF8.GetString(buffer, 0, received.Count));
        }
        return answers.ToString();

        Task SendAsync(string record) =>
            socket.SendAsync(Encoding.UTF8.GetBytes(record + EndOfRecord), WebSocketMessageType.Text, endOfMessage: true, Cancelled);
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private static Task<Subject> StartAsync(SubjectOptions options) => Subject.StartAsync(options, cancellation: Cancelled);

    private static ImmutableSortedDictionary<string, string> Properties(string list) => list.Split(';', StringSplitOptions.RemoveEmptyEntries)
        .Select(property => property.Split('=')).ToImmutableSortedDictionary(pair => pair[0], pair => pair[1], StringComparer.Ordinal);

    // With the versions of packages that this repository uses.
    private string Copy(string name)
    {
        var folder = workspace.CopyOf("Kinds", name);
        File.Copy(Path.Combine(RepositoryRoot.Path, "Directory.Packages.props"), Path.Combine(folder, "Directory.Packages.props"));
        return folder;
    }
}
