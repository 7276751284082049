namespace Dyno.Http;

/// <summary>The requests of one pass through a sequence that were sent, with their answers.</summary>
/// <param name="Sent">The requests in order; all but the last have an answer without an error.</param>
/// <param name="Problem">Why the next request could not be built; null when every request was sent, or one of them failed.</param>
public sealed record PassResult(ImmutableArray<(WireRequest Request, WireResponse Answer)> Sent, string? Problem);

/// <summary>Sends a sequence once, to look at its answers rather than to measure them.</summary>
public static class OnePass
{
    /// <summary>Sends the requests in order, each with the values of the answers before it, until one fails.</summary>
    /// <param name="options">How they are sent. Slots of a feed take its first row.</param>
    public static async Task<PassResult> SendAsync(
        ImmutableArray<DependentRequest> requests, HttpOptions options, TimeProvider time, CancellationToken cancellation)
    {
        using var client = new WireClient(new WireNetwork(options), new WireClientOptions { Timeout = options.Timeout, MaxRedirects = 0 });
        var values = new SequenceValues(options.Feed, new ValueMaker(new Random(Entropy.Seed()), time));
        var sent = ImmutableArray.CreateBuilder<(WireRequest, WireResponse)>();
        try
        {
            foreach (var login in LoginsOf(requests)) await login.PrepareAsync(cancellation);
            foreach (var plan in requests)
            {
                var request = values.Fill(plan) with { IgnoresCookies = !plan.KeepsCookies };
                var answer = await client.SendAsync(request, cancellation);
                sent.Add((request, answer));
                if (answer.Error != RequestErrorKind.None) break;
                if (plan.Label is { } label) values.Keep(label, request, answer);
            }
            return new PassResult(sent.ToImmutable(), null);
        }
        catch (MissingValueException missing)
        {
            return new PassResult(sent.ToImmutable(), missing.Message);
        }
        finally
        {
            values.Begin(0);
        }
    }

    private static IEnumerable<TokenSet> LoginsOf(ImmutableArray<DependentRequest> requests) => requests
        .SelectMany(r => r.Headers.Select(h => h.Value).Append(r.Url).Concat(r.Body.Select(b => b.Text).OfType<TextTemplate>()))
        .SelectMany(t => t.Sources).OfType<TokenValue>().Select(v => v.Set).Distinct();
}
