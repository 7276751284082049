namespace Dyno.Http;

/// <summary>A login by a request. Immutable.</summary>
public sealed record LoginPlan
{
    /// <summary>The request. Slots of a feed take the row of the virtual user.</summary>
    public required DependentRequest Request { get; init; }

    /// <summary>Makes the request that renews a token by a refresh token (RFC 6749, 6); null: the first request is sent again.</summary>
    public Func<string, DependentRequest>? Refresh { get; init; }

    /// <summary>The places of the answer that may say how long the token lives: seconds, or the moment of its end.</summary>
    public ImmutableArray<AnswerValue> Expires { get; init; } = [];

    /// <summary>How long the token lives, whatever the answer says; null: as the answer says, or as the token itself says if it is a JWT.</summary>
    public TimeSpan? Lifetime { get; init; }
}
