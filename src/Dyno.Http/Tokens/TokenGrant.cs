using System.Collections.Immutable;

namespace Dyno.Http.Tokens;

/// <summary>What a login gave.</summary>
/// <param name="Values">The values that requests use, such as the token, in the order in which they were asked for.</param>
/// <param name="Lifetime">How long the values may be used, from the moment at which the login was sent; null: for ever.</param>
/// <param name="RefreshToken">The token with which the next login may be shortened; null when there is none.</param>
public sealed record TokenGrant(ImmutableArray<string> Values, TimeSpan? Lifetime = null, string? RefreshToken = null);
