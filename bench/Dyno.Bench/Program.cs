using Dyno.Bench;

if (args is ["serve", .. var serverArguments]) return CannedServer.Run(serverArguments);
if (args is [GrpcServer.Word]) return GrpcServer.Run();
if (args is [EchoServer.Word]) return EchoServer.Run();
if (args is ["load-echo", .. var echoArguments]) return ClientWebSocketLoad.Run(echoArguments);
if (args is ["load-grpc", .. var grpcArguments]) return GrpcNetLoad.Run(grpcArguments);
if (args is ["load", .. var loadArguments]) return ScenarioLoad.Run(loadArguments);

if (args is ["help" or "--help" or "-h", ..] or [.., "--help" or "-h"])
{
    Console.Write(BenchHelp.Text(BenchmarkList.All));
    return 0;
}

if (!BenchOptions.TryParse(args, BenchmarkList.All, out var options, out var problem))
{
    Console.Error.WriteLine($"bench: {problem} (./build bench --help lists all)");
    return 2;
}

var failed = false;
Console.WriteLine(MachineLine.Describe(options));
foreach (var benchmark in options.Benchmarks)
{
    Console.Error.WriteLine($"bench: {benchmark.Name}: {benchmark.What}");
    string measured;
    try
    {
        measured = benchmark.Run(options);
    }
    catch (BenchException problemOfARun)
    {
        measured = problemOfARun.Measured;
        failed = true;
        Console.Error.WriteLine($"bench: {benchmark.Name}: {problemOfARun.Message}");
    }
    if (measured.Length > 0) Console.WriteLine($"\n### {benchmark.Name}: {benchmark.What}\n\n{measured}");
}
return failed ? 1 : 0;
