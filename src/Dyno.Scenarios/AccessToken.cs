namespace Dyno.Scenarios;

/// <summary>What the login of a <see cref="TokenSource"/> gives.</summary>
/// <param name="Value">The token as it is sent: printable ASCII, at most 8,192 characters.</param>
/// <param name="Lifetime">How long it may be used from now on; it is renewed before. Null: for the whole load.</param>
public sealed record AccessToken(string Value, TimeSpan? Lifetime = null)
{
    /// <summary>Without the token, so that no log has it.</summary>
    public override string ToString() => Lifetime is { } lifetime ? $"an access token for {lifetime.TotalSeconds} s" : "an access token";
}
