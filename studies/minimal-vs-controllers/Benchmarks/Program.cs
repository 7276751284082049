using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;

// BENCHMARK_ITERATIONS=3 sets fewer iterations, for a first look or a test.
var iterations = int.TryParse(Environment.GetEnvironmentVariable("BENCHMARK_ITERATIONS"), out var asked) ? asked : 15;

// The benchmarks run in this process: the subject is a separate process anyway, and nothing is built while a server is under load.
var config = DefaultConfig.Instance
    .AddJob(Job.Default.WithToolchain(InProcessEmitToolchain.Instance).WithIterationCount(iterations).WithWarmupCount(Math.Min(5, iterations)))
    .AddExporter(JsonExporter.Full);
BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args, config);
