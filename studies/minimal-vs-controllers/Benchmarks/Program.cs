using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;

// Few iterations of each launch: the study starts this program again in each round. BENCHMARK_ITERATIONS=15 sets more.
var iterations = int.TryParse(Environment.GetEnvironmentVariable("BENCHMARK_ITERATIONS"), out var asked) ? asked : 5;

// The benchmarks run in this process: the subject is a separate process anyway, and nothing is built while a server is under load.
var config = DefaultConfig.Instance
    .AddJob(Job.Default.WithToolchain(InProcessEmitToolchain.Instance).WithIterationCount(iterations).WithWarmupCount(Math.Min(5, iterations)))
    .AddExporter(JsonExporter.Full);
BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args, config);
