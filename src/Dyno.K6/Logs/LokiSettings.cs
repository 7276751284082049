using System.Collections.Immutable;

namespace Dyno.K6.Logs;

/// <summary>What <c>--log-output loki=…</c> asks for.</summary>
public sealed record LokiSettings
{
    /// <summary>Where lines are posted when nothing else is said.</summary>
    public static Uri DefaultUrl { get; } = new("http://127.0.0.1:3100/loki/api/v1/push");

    /// <summary>Where lines are posted, without user info.</summary>
    public Uri Url { get; init; } = DefaultUrl;

    /// <summary><c>user:password</c> of the URL; null without.</summary>
    public string? UserInfo { get; init; }

    /// <summary>Labels of every line.</summary>
    public ImmutableSortedDictionary<string, string> Labels { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>Headers of every request.</summary>
    public ImmutableSortedDictionary<string, string> Headers { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>Labels that stay labels; the others are written after the message. Null: all stay.</summary>
    public ImmutableHashSet<string>? AllowedLabels { get; init; }

    /// <summary>Most lines per period, from 1.</summary>
    public int Limit { get; init; } = 100;

    /// <summary>The lowest level that is sent.</summary>
    public string LowestLevel { get; init; } = LogLevels.Every;

    /// <summary>How often lines are posted.</summary>
    public TimeSpan PushPeriod { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Longest message in characters, from 1; a longer one is cut.</summary>
    public int MostCharacters { get; init; } = 1024 * 1024;

    /// <summary>Whether the log says how long each push took.</summary>
    public bool IsProfiled { get; init; }
}
