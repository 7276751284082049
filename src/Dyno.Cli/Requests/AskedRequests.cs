namespace Dyno.Cli;

/// <summary>Requests as a command line asks for them.</summary>
internal sealed record AskedRequests(LoadRequest Asked) : RequestedLoad
{
    /// <summary>The address for inspected requests whose URLs are complete only with a program under test.</summary>
    private static readonly Uri SomeSubject = new("http://subject");

    public override string Target => Asked.Target ?? "";

    /// <summary>Whether <c>dyno inspect</c> was given a program under test.</summary>
    public bool IsInspectedOnSubject { get; init; }

    public override string InWords(string? subject)
    {
        var parts = new List<string> { Redaction.Text(Asked.Target ?? (Asked.Curl is null ? "/" : "a curl command line")) };
        if (subject is not null) parts.Add($"on {subject}");
        if (Asked.Rate is { } rate) parts.Add($"at {rate}");
        if (Asked.Connections is { } connections) parts.Add($"with {FigureText.Count(connections, "connection")}");
        if (Asked.Duration is { } duration) parts.Add($"for {duration}");
        return string.Join(' ', parts);
    }

    public override string? NameOn(string subject) =>
        Asked.Curl is null && (Asked.Target is null || !File.Exists(Asked.Target)) ? Redaction.Text($"{Asked.Target ?? "/"} on {subject}") : null;

    public override IEnumerable<Problem> Problems(bool hasSubject)
    {
        if (ServiceList.IsMeant(Asked)) return []; // its services are listed, or reading the target reports what is missing
        try
        {
            // The parser has already reported a missing target, or an unknown option in its place.
            var isTold = Asked is { Target: null, Curl: null } ? !hasSubject : Asked.Target is ['-', _, ..];
            var load = isTold ? Asked with { Target = LoadOpening.NotYetKnown.AbsoluteUri, RequestNames = [], HttpEnvironment = null, Auth = null } : Asked;
            InputReader.Read(load with { RebaseTo = hasSubject ? LoadOpening.NotYetKnown : null });
            return [];
        }
        catch (UserFault wrong)
        {
            return wrong.Problems;
        }
    }

    public override Task<PackedLoad> PackAsync(Terminal terminal, string folder, bool hasSubject)
    {
        using var read = new ReadFiles();
        InputReader.Read(Asked with { RebaseTo = hasSubject ? LoadOpening.NotYetKnown : null });
        string[] trusted = Asked.CaFile is { } file ? [Path.GetFullPath(file)] : [];
        return Task.FromResult(new PackedLoad(Asked.Target ?? (Asked.Curl is null ? "/" : null),
            [.. read.Paths, .. trusted, .. GrpcServices.FilesOf(Asked)]));
    }

    public override ReadyLoad GetReady(Terminal terminal, ProgressLines progress) =>
        new(new RequestLoad(IsInspectedOnSubject ? Asked with { RebaseTo = SomeSubject } : Asked), progress.Warn);
}
