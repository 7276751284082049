namespace Dyno.Scenarios;

/// <summary>
/// A load in a test, in one line, for any test framework:
/// <c>await Load.Of(client).At(200).For(TimeSpan.FromSeconds(10)).ShouldMeet("p99 &lt; 50ms", "errors == 0")</c>.
/// </summary>
public static class Load
{
    /// <summary>A load through a client: GET <c>/</c> as fast as 10 users get their answers, for 5 s, unless something else is asked for.</summary>
    /// <param name="client">
    /// The client of a <c>WebApplicationFactory</c> (in memory, or of real Kestrel), your own, or one of
    /// <see cref="DynoHttp.CreateClient"/>, which costs less per request. Its settings stay unchanged, and it is not disposed of.
    /// </param>
    public static ClientLoad Of(HttpClient client)
    {
        ArgumentNullException.ThrowIfNull(client);
        return new ClientLoad(client);
    }

    /// <summary>The same load on two programs, in turns within one test, with a verdict: the candidate against the baseline.</summary>
    /// <param name="baseline">A client of the program as it was.</param>
    /// <param name="candidate">A client of the program as it is now.</param>
    public static ClientComparison Compare(HttpClient baseline, HttpClient candidate)
    {
        ArgumentNullException.ThrowIfNull(baseline);
        ArgumentNullException.ThrowIfNull(candidate);
        return new ClientComparison(baseline, candidate);
    }
}
