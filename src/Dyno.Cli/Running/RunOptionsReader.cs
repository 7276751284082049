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
    /// <param name="parsed">A command line without problems.</param>
    /// <param name="symbols">Its symbols.</param>
    /// <param name="programArguments">The words after <c>--</c>.</param>
    public static RunOptions Read(ParseResult parsed, RunSymbols symbols, IReadOnlyList<string> programArguments)
    {
        var failOn = parsed.GetValue(symbols.FailOn) ?? [];
        return new RunOptions
        {
            Load = ReadLoad(parsed, symbols),
            Subject = ReadSubject(parsed, symbols, programArguments),
            Observe = Among<ObserveLevel>(parsed.GetValue(symbols.Observe)) ?? ObserveLevel.Full,
            ProgramArguments = [.. programArguments],
            Name = parsed.GetValue(symbols.RunName),
            Reports = ReportSymbols.TargetsOf(parsed, symbols.Format),
            Layout = ReportSymbols.LayoutOf(parsed, symbols.Layout),
            ResultFile = parsed.GetValue(symbols.Result),
            SummaryFile = parsed.GetValue(symbols.SummaryExport),
            Outputs = All(parsed, symbols.Outputs),
            IsStored = !parsed.GetValue(symbols.NoStore),
            FailsOnVoid = failOn.Contains("void"),
            FailsOnCheck = failOn.Contains("check"),
            IsQuiet = parsed.GetValue(symbols.Quiet),
            IsVerbose = parsed.GetValue(symbols.Verbose),
        };
    }

    /// <summary>Reads what shapes the load; options that a command does not have count as not given.</summary>
    public static LoadRequest ReadLoad(ParseResult parsed, RunSymbols symbols) => new()
    {
        Target = parsed.GetValue(symbols.Target),
        Method = parsed.GetValue(symbols.Method),
        Headers = All(parsed, symbols.Headers),
        Body = parsed.GetValue(symbols.Body),
        BodyFile = parsed.GetValue(symbols.BodyFile),
        Curl = parsed.GetValue(symbols.Curl),
        DataFile = parsed.GetValue(symbols.Data),
        DataOrder = parsed.GetValue(symbols.DataOrder),
        RequestNames = All(parsed, symbols.RequestNames),
        Variables = All(parsed, symbols.Variables),
        HttpEnvironment = parsed.GetValue(symbols.HttpEnvironment),
        Connections = parsed.GetValue(symbols.Connections),
        Duration = parsed.GetValue(symbols.Length),
        Iterations = parsed.GetValue(symbols.Iterations),
        Rate = parsed.GetValue(symbols.Rate),
        Arrivals = parsed.GetValue(symbols.Arrivals),
        WarmUp = parsed.GetValue(symbols.WarmUp),
        Timeout = parsed.GetValue(symbols.Timeout),
        ConnectTimeout = parsed.GetValue(symbols.ConnectTimeout),
        GracefulStop = parsed.GetValue(symbols.GracefulStop),
        Delay = parsed.GetValue(symbols.Delay),
        RandomOrder = WhenSet(parsed, symbols.RandomOrder),
        Threads = parsed.GetValue(symbols.Threads),
        Wait = Among<WaitStrategy>(parsed.GetValue(symbols.Wait)),
        Driver = Among<DriverChoice>(parsed.GetValue(symbols.Driver)),
        HttpVersion = parsed.GetValue(symbols.Http3) ? HttpVersionChoice.Http3
            : parsed.GetValue(symbols.Http2) ? HttpVersionChoice.Http2 : null,
        Insecure = WhenSet(parsed, symbols.Insecure),
        CaFile = parsed.GetValue(symbols.CaCertificate),
        ClientCertificateFile = parsed.GetValue(symbols.ClientCertificate),
        ClientKeyFile = parsed.GetValue(symbols.ClientKey),
        ServerName = parsed.GetValue(symbols.ServerName),
        TlsMin = TlsVersionOf(parsed.GetValue(symbols.TlsMin)),
        TlsMax = TlsVersionOf(parsed.GetValue(symbols.TlsMax)),
        NoConnectionReuse = WhenSet(parsed, symbols.NoKeepAlive),
        PipelineDepth = parsed.GetValue(symbols.Pipeline),
        DnsTtl = parsed.GetValue(symbols.DnsTtl),
        ConnectTo = All(parsed, symbols.ConnectTo),
        UnixSocket = parsed.GetValue(symbols.UnixSocket),
        Checks = All(parsed, symbols.Checks),
        Thresholds = All(parsed, symbols.Thresholds),
        HealthLimits = All(parsed, symbols.HealthLimits),
        Seed = parsed.GetValue(symbols.Seed),
        ExecutionSegment = parsed.GetValue(symbols.Segment),
    };

    private static SubjectRequest? ReadSubject(ParseResult parsed, RunSymbols symbols, IReadOnlyList<string> programArguments) =>
        parsed.GetValue(symbols.Subject) is not { } path ? null : new SubjectRequest
        {
            Path = path,
            Framework = parsed.GetValue(symbols.Framework),
            Environment = All(parsed, symbols.SubjectEnvironment),
            Arguments = [.. All(parsed, symbols.SubjectArguments).SelectMany(CommandLineParser.SplitCommandLine), .. programArguments],
            ReadyPath = parsed.GetValue(symbols.Ready),
            ReadyTimeout = parsed.GetValue(symbols.ReadyTimeout),
            IsPinned = !parsed.GetValue(symbols.NoPin),
        };

    private static ImmutableArray<string> All(ParseResult parsed, Option<string[]> option) => [.. parsed.GetValue(option) ?? []];

    private static bool? WhenSet(ParseResult parsed, Option<bool> option) => parsed.GetValue(option) ? true : null;

    private static T? Among<T>(string? name) where T : struct, Enum => name is null ? null : Enum.Parse<T>(name, ignoreCase: true);

    private static TlsVersion? TlsVersionOf(string? text) => text switch
    {
        null => null,
        "1.2" => TlsVersion.Tls12,
        _ => TlsVersion.Tls13,
    };
}
