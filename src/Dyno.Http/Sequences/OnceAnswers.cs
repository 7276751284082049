namespace Dyno.Http;

/// <summary>
/// The answers of requests that are sent once: of one virtual user, or of all. An answer that failed is not kept, so the next iteration
/// asks again. Thread-safe.
/// </summary>
internal sealed class OnceAnswers(int steps)
{
    private readonly OnceAnswer?[] _answers = new OnceAnswer?[steps];
    private readonly Channel<bool> _turn = Channel.CreateBounded<bool>(1); // full while someone sends

    /// <summary>The answer of a step; null when it was not sent yet, or failed.</summary>
    public OnceAnswer? Find(int step) => Volatile.Read(ref _answers[step]);

    /// <summary>Waits until no other virtual user sends such a request. Call <see cref="Leave"/> afterwards.</summary>
    public ValueTask EnterAsync(CancellationToken cancellationToken) => _turn.Writer.WriteAsync(true, cancellationToken);

    public void Leave() => _turn.Reader.TryRead(out _);

    /// <summary>Keeps an answer unless it failed.</summary>
    public void Keep(int step, WireRequest request, WireResponse response)
    {
        if (response.Error != RequestErrorKind.None || response.Status >= 400) return;
        Volatile.Write(ref _answers[step], new OnceAnswer(request, response));
    }
}

/// <summary>A request that was sent once, and its answer.</summary>
internal sealed record OnceAnswer(WireRequest Request, WireResponse Response)
{
    private readonly ImmutableArray<string> _cookies =
        [.. Response.Headers.Where(h => h.Name.Equals("Set-Cookie", StringComparison.OrdinalIgnoreCase)).Select(h => h.Value)];

    /// <summary>Puts the cookies of the answer into the cookies of an iteration.</summary>
    public void Restore(CookieJar cookies)
    {
        foreach (var cookie in _cookies) cookies.Take(Response.Url, cookie);
    }
}
