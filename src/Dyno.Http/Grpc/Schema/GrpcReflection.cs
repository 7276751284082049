namespace Dyno.Http;

/// <summary>Asks a server for its services, once before a run (grpc.reflection.v1, or v1alpha for a server that does not know v1).</summary>
internal sealed class GrpcReflection : IDisposable
{
    private const int Unimplemented = 12;
    private const int MaxAnswerBytes = 16 * 1024 * 1024;
    private const int MaxFiles = 10_000;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan WholePatience = TimeSpan.FromSeconds(60); // for all files together
    private static readonly string[] Versions = ["grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection"];
    private readonly Uri _server;
    private readonly HttpMessageInvoker _client;

    /// <param name="server">Scheme, host and port.</param>
    /// <param name="options">Options of connections: timeout, TLS settings, connect-to rules and Unix socket are used.</param>
    public GrpcReflection(Uri server, HttpOptions options)
    {
        _server = server;
        _client = new HttpMessageInvoker(GrpcClient.HandlerFor(server, options));
    }

    /// <summary>Reads the schema of all services of the server.</summary>
    /// <exception cref="UserFault">The server cannot be reached, or does not offer gRPC reflection.</exception>
    public async Task<GrpcSchema> ReadAsync(CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(WholePatience);
        try
        {
            foreach (var version in Versions)
                if (await ReadAsync(version, patience.Token) is { } schema) return schema;
        }
        catch (Exception e) when (e is HttpRequestException or GrpcMessageException or IOException or SocketException or OperationCanceledException
            && !cancellationToken.IsCancellationRequested)
        {
            throw new UserFault($"the services of {_server.Authority} cannot be listed: {ErrorKinds.Text(e)}", "start the server, or give its .proto files with --proto FILE", e);
        }
        throw new UserFault($"{_server.Authority} does not offer gRPC reflection",
            "give its .proto files with --proto FILE, or enable reflection in the server (ASP.NET Core: AddGrpcReflection and MapGrpcReflectionService)");
    }

    public void Dispose() => _client.Dispose();

    private async Task<GrpcSchema?> ReadAsync(string version, CancellationToken cancellationToken)
    {
        if (await AskAsync(version, 7, "", cancellationToken) is not { } list) return null;
        var files = new Dictionary<string, FileDescriptorProto>(StringComparer.Ordinal);
        foreach (var service in Parts(Part(list, 6), 1).Select(s => Encoding.UTF8.GetString(Part(s, 1))))
            if (!files.Values.Any(f => f.Services.Any(s => Whole(f, s.Name) == service))) Take(files, await AskAsync(version, 4, service, cancellationToken));
        // Imported files that the server has not sent along.
        while (files.Values.SelectMany(f => f.Dependencies).FirstOrDefault(d => !files.ContainsKey(d)) is { } missing)
        {
            Take(files, await AskAsync(version, 3, missing, cancellationToken));
            files.TryAdd(missing, new FileDescriptorProto { Name = missing });
            if (files.Count > MaxFiles) throw new GrpcMessageException($"the server names more than {MaxFiles} files");
        }
        return GrpcSchema.Of(files.Values);
    }

    private static string Whole(FileDescriptorProto file, string name) => string.IsNullOrEmpty(file.Package) ? name : $"{file.Package}.{name}";

    private static void Take(Dictionary<string, FileDescriptorProto> files, byte[]? answer)
    {
        if (answer is null) return;
        foreach (var bytes in Parts(Part(answer, 4), 1))
        {
            var file = DescriptorReader.File(bytes);
            files[file.Name] = file;
        }
    }

    /// <summary>Sends one question and returns its answer; null when the server does not know this version.</summary>
    private async Task<byte[]?> AskAsync(string version, int question, string text, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(Patience);
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(_server, $"/{version}/ServerReflectionInfo"))
        {
            Version = System.Net.HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent(Question(question, text)),
        };
        request.Content.Headers.ContentType = new("application/grpc");
        request.Headers.TE.Add(new("trailers"));
        using var response = await _client.SendAsync(request, patience.Token);
        await response.Content.LoadIntoBufferAsync(MaxAnswerBytes, patience.Token);
        var body = await response.Content.ReadAsByteArrayAsync(patience.Token);
        var status = response.TrailingHeaders.TryGetValues("grpc-status", out var trailer) || response.Headers.TryGetValues("grpc-status", out trailer) ? trailer.First() : "";
        if (status == $"{Unimplemented}" || (int)response.StatusCode == 404) return null;
        if (body.Length < 5) throw new IOException($"it answered with status {(int)response.StatusCode}{(status.Length > 0 ? $", {NameOf(status)}" : "")}");
        return MessageOf(body);
    }

    private static string NameOf(string status) =>
        int.TryParse(status, System.Globalization.CultureInfo.InvariantCulture, out var code) ? GrpcStatus.NameOf(code) : $"grpc-status {status}";

    private static byte[] MessageOf(byte[] body)
    {
        var length = BinaryPrimitives.ReadUInt32BigEndian(body.AsSpan(1));
        return length <= body.Length - 5 ? body[5..(5 + (int)length)] : throw new GrpcMessageException("the answer ends within a message");
    }

    private static byte[] Question(int field, string text)
    {
        var bytes = new byte[text.Length * 3 + 32];
        var writer = new WireWriter(bytes.AsSpan(5));
        writer.Tag(field, 2);
        writer.Bytes(Encoding.UTF8.GetBytes(text));
        BinaryPrimitives.WriteUInt32BigEndian(bytes.AsSpan(1), (uint)writer.Length);
        return bytes[..(5 + writer.Length)];
    }

    private static byte[] Part(byte[] message, int field) => Parts(message, field).FirstOrDefault() ?? [];

    private static List<byte[]> Parts(byte[] message, int field)
    {
        var parts = new List<byte[]>();
        for (var reader = new WireReader(message); reader.TryTag(out var number, out var wireType);)
            if (number == field && wireType == 2) parts.Add(reader.Bytes().ToArray());
            else reader.Skip(number, wireType);
        return parts;
    }
}
