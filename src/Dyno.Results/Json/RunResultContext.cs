using System.Text.Json.Serialization;
using Dyno.Results.Runs;

namespace Dyno.Results.Json;

/// <summary>How a <see cref="RunResult"/> stands in JSON; generated, so that reading it costs no start-up time.</summary>
[JsonSourceGenerationOptions(
    WriteIndented = true,
    NewLine = "\n",
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Skip,
    RespectNullableAnnotations = true,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    Converters = [typeof(CamelCaseEnum<RunOutcome>), typeof(CamelCaseEnum<LoadModel>), typeof(CamelCaseEnum<HealthState>)])]
[JsonSerializable(typeof(RunResult))]
internal sealed partial class RunResultContext : JsonSerializerContext;
