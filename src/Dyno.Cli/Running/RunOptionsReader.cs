using System.Collections.Immutable;
using System.CommandLine;
using System.CommandLine.Parsing;
using Dyno.Cli.Parsing;
using Dyno.Http.Requests;
using Dyno.Inputs;
using Dyno.Load.Engine;
using Dyno.Observation.Runtime;

namespace Dyno.Cli.Running;

/// <summary>Turns a parsed command line into <see cref="RunOptions"/>.</summary>
internal static class RunOptionsReader
{
    /// <summary>Reads the options.</summary>
    /// <param name="parsed">A command line. What its parser refused counts as not given.</param>
    /// <param name="symbols">Its symbols.</param>
    /// <param name="programArguments">The words after <c>--</c>.</param>
    public static RunOptions Read(ParseResult parsed, RunSymbols symbols, IReadOnlyList<string> programArguments)
    {
        var failOn = parsed.Sound(symbols.FailOn) ?? [];
        return new RunOptions
        {
            Load = ReadLoad(parsed, symbols),
            Subject = ReadSubject(parsed, symbols, programArguments),
            Observe = Among<ObserveLevel>(parsed.Sound(symbols.Observe)) ?? ObserveLevel.Full,
            ProgramArguments = [.. programArguments],
            Name = parsed.Sound(symbols.RunName),
            Reports = ReportSymbols.TargetsOf(parsed, symbols.Format),
            Layout = ReportSymbols.LayoutOf(parsed, symbols.Layout),
            ResultFile = parsed.Sound(symbols.Result),
            SummaryFile = parsed.Sound(symbols.SummaryExport),
            Outputs = All(parsed, symbols.Outputs),
            IsStored = !parsed.Sound(symbols.NoStore),
            FailsOnVoid = failOn.Contains("void"),
            FailsOnCheck = failOn.Contains("check"),
            IsQuiet = parsed.Sound(symbols.Quiet),
            IsVerbose = parsed.Sound(symbols.Verbose),
        };
    }

    /// <summary>Reads what shapes the load; options that a command does not have count as not given.</summary>
    public static LoadRequest ReadLoad(ParseResult parsed, RunSymbols symbols) => new()
    {
        Target = parsed.GetValue(symbols.Target),
        Method = parsed.Sound(symbols.Method),
        Headers = All(parsed, symbols.Headers),
        Body = parsed.Sound(symbols.Body),
        BodyFile = parsed.Sound(symbols.BodyFile),
        Curl = parsed.Sound(symbols.Curl),
        DataFile = parsed.Sound(symbols.Data),
        DataOrder = parsed.Sound(symbols.DataOrder),
        RequestNames = All(parsed, symbols.RequestNames),
        Variables = All(parsed, symbols.Variables),
        HttpEnvironment = parsed.Sound(symbols.HttpEnvironment),
        AllowsOutsideFiles = parsed.Sound(symbols.AllowOutsideFiles),
        Connections = parsed.Sound(symbols.Connections),
        Duration = parsed.Sound(symbols.Length),
        Iterations = parsed.Sound(symbols.Iterations),
        Rate = parsed.Sound(symbols.Rate),
        Arrivals = parsed.Sound(symbols.Arrivals),
        WarmUp = parsed.Sound(symbols.WarmUp),
        Timeout = parsed.Sound(symbols.Timeout),
        ConnectTimeout = parsed.Sound(symbols.ConnectTimeout),
        GracefulStop = parsed.Sound(symbols.GracefulStop),
        Delay = parsed.Sound(symbols.Delay),
        RandomOrder = WhenSet(parsed, symbols.RandomOrder),
        Threads = parsed.Sound(symbols.Threads),
        Wait = Among<WaitStrategy>(parsed.Sound(symbols.Wait)),
        Driver = Among<DriverChoice>(parsed.Sound(symbols.Driver)),
        HttpVersion = parsed.Sound(symbols.Http3) ? HttpVersionChoice.Http3
            : parsed.Sound(symbols.Http2) ? HttpVersionChoice.Http2 : null,
        Insecure = WhenSet(parsed, symbols.Insecure),
        CaFile = parsed.Sound(symbols.CaCertificate),
        ClientCertificateFile = parsed.Sound(symbols.ClientCertificate),
        ClientKeyFile = parsed.Sound(symbols.ClientKey),
        ServerName = parsed.Sound(symbols.ServerName),
        TlsMin = TlsVersionOf(parsed.Sound(symbols.TlsMin)),
        TlsMax = TlsVersionOf(parsed.Sound(symbols.TlsMax)),
        NoConnectionReuse = WhenSet(parsed, symbols.NoKeepAlive),
        PipelineDepth = parsed.Sound(symbols.Pipeline),
        Streams = parsed.Sound(symbols.Streams),
        ProtoFiles = All(parsed, symbols.Proto),
        ImportPaths = All(parsed, symbols.ImportPaths),
        Messages = parsed.Sound(symbols.Messages),
        MessagePause = parsed.Sound(symbols.MessagePause),
        DnsTtl = parsed.Sound(symbols.DnsTtl),
        ConnectTo = All(parsed, symbols.ConnectTo),
        UnixSocket = parsed.Sound(symbols.UnixSocket),
        Checks = All(parsed, symbols.Checks),
        Thresholds = All(parsed, symbols.Thresholds),
        HealthLimits = All(parsed, symbols.HealthLimits),
        Seed = parsed.Sound(symbols.Seed),
        ExecutionSegment = parsed.Sound(symbols.Segment),
    };

    private static SubjectRequest? ReadSubject(ParseResult parsed, RunSymbols symbols, IReadOnlyList<string> programArguments) =>
        parsed.Sound(symbols.Subject) is not { } path ? null : new SubjectRequest
        {
            Path = path,
            Framework = parsed.Sound(symbols.Framework),
            Environment = All(parsed, symbols.SubjectEnvironment),
            Arguments = [.. All(parsed, symbols.SubjectArguments).SelectMany(CommandLineParser.SplitCommandLine), .. programArguments],
            ReadyPath = parsed.Sound(symbols.Ready),
            ReadyTimeout = parsed.Sound(symbols.ReadyTimeout),
            Instances = parsed.Sound(symbols.Instances) ?? 1,
            IsPinned = !parsed.Sound(symbols.NoPin),
        };

    private static ImmutableArray<string> All(ParseResult parsed, Option<string[]> option) => [.. parsed.Sound(option) ?? []];

    private static bool? WhenSet(ParseResult parsed, Option<bool> option) => parsed.Sound(option) ? true : null;

    private static T? Among<T>(string? name) where T : struct, Enum => Enum.TryParse<T>(name, ignoreCase: true, out var value) ? value : null;

    private static TlsVersion? TlsVersionOf(string? text) => text switch
    {
        null => null,
        "1.2" => TlsVersion.Tls12,
        _ => TlsVersion.Tls13,
    };
}
