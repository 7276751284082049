using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;

// Fewer iterations for a first look, or a test: BENCHMARK_ITERATIONS=3.
var iterations = int.TryParse(Environment.GetEnvironmentVariable("BENCHMARK_ITERATIONS"), out var asked) ? asked : 15;

// In process: the subject is another process anyway, and nothing is built while a server is loaded.
var config = DefaultConfig.Instance
    .AddJob(Job.Default.WithToolchain(InProcessEmitToolchain.Instance).WithIterationCount(iterations).WithWarmupCount(Math.Min(5, iterations)))
    .AddExporter(JsonExporter.Full);
BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args, config);
