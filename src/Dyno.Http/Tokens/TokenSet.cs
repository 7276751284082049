namespace Dyno.Http;

/// <summary>
/// The tokens of one login: one that all virtual users share, or one for each. The first logins come before the load, the later ones
/// beside it; none is in its figures. Set it up before <see cref="PrepareAsync"/>; then it is thread-safe.
/// </summary>
/// <param name="name">The name by which requests refer to the login.</param>
public sealed class TokenSet(string name, TimeProvider time) : ICompanion
{
    /// <summary>The longest value of a login that a request can carry, in bytes. Servers take little more in a header.</summary>
    public const int MaxBytes = 8192;

    /// <summary>The largest number of tokens; more virtual users share them.</summary>
    public const int MaxTokens = 1_000;

    private const int LoginsAtOnce = 16;
    private readonly List<ImmutableArray<AnswerValue>> _wanted = [];
    private ImmutableArray<RenewedToken> _tokens = [];
    private int _users = 1;

    /// <summary>The name by which requests refer to the login.</summary>
    public string Name => name;

    /// <summary>How to log in. Must be set before the first login.</summary>
    public ITokenLogin? Login { get; set; }

    /// <summary>Whether each virtual user has its own token. Default false.</summary>
    public bool IsPerUser { get; set; }

    /// <summary>The values that requests want of an answer, in order; for each the places where it may stand, of which the first counts.</summary>
    public IReadOnlyList<ImmutableArray<AnswerValue>> Wanted => _wanted;

    /// <summary>Number of tokens: 1, or one for each virtual user.</summary>
    public int Count => IsPerUser ? _users : 1;

    /// <summary>Whether the first logins have been carried out, or are being carried out.</summary>
    public bool IsPrepared => !_tokens.IsEmpty;

    public string? Trouble
    {
        get
        {
            if (_tokens.MaxBy(t => t.ExpiredFor) is not { } worst || worst.ExpiredFor == TimeSpan.Zero) return null;
            var seconds = Math.Max(1, worst.ExpiredFor.TotalSeconds).ToString("0", CultureInfo.InvariantCulture);
            var whose = Count > 1 ? $"{_tokens.Count(t => t.ExpiredFor > TimeSpan.Zero)} of {Count} tokens of the login \"{name}\" were" : $"the token of the login \"{name}\" was";
            var why = worst.LastFailure is { } failure ? $" ({worst.Failures} failed renewals, the last: {failure})" : "";
            return $"{whose} used for up to {seconds} s after expiry{why}: failures of that time (401, 403) say nothing about the server. Look at the server of the login.";
        }
    }

    /// <summary>Asks for one more value of the login's answer.</summary>
    /// <param name="places">The places where it may stand; the first that has a value counts.</param>
    /// <returns>The slot's value, which is the token in use whenever a request is sent.</returns>
    public TokenValue Want(ImmutableArray<AnswerValue> places)
    {
        var known = _wanted.FindIndex(w => w.SequenceEqual(places));
        if (known < 0) _wanted.Add(places);
        return new TokenValue(this, known < 0 ? _wanted.Count - 1 : known);
    }

    /// <summary>Says how many virtual users there may be; the largest number counts.</summary>
    public void AllowFor(int users) => _users = Math.Max(_users, Math.Min(users, MaxTokens));

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        if (_tokens.IsEmpty)
        {
            var atOnce = new SemaphoreSlim(LoginsAtOnce, LoginsAtOnce);
            _tokens = [.. Enumerable.Range(0, Count).Select(user => new RenewedToken(Login!, user, atOnce, time))];
        }
        try
        {
            var options = new ParallelOptions { MaxDegreeOfParallelism = LoginsAtOnce, CancellationToken = cancellationToken };
            await Parallel.ForEachAsync(_tokens, options, async (token, cancellation) => await token.AcquireAsync(cancellation));
        }
        catch (LoginException failure)
        {
            throw new UserFault($"the login \"{name}\" failed: {failure.Message}", failure.Hint, failure);
        }
    }

    public void Begin()
    {
        foreach (var token in _tokens) token.Begin();
    }

    public Task EndAsync() => Task.WhenAll(_tokens.Select(t => t.EndAsync()));

    /// <summary>The token in use; logs in first when there is none yet, or when it has expired.</summary>
    /// <param name="user">Number of the virtual user, from 0.</param>
    /// <exception cref="LoginException">There is no token that may be used.</exception>
    public ValueTask<string> GetAsync(int user, CancellationToken cancellationToken) =>
        _tokens[user % _tokens.Length].CurrentAsync(cancellationToken);

    /// <summary>Writes a value of the login, and returns its length; 0 before the first login. Allocates nothing.</summary>
    internal int Write(int user, int value, Span<byte> destination)
    {
        if (_tokens.IsEmpty) return 0;
        var bytes = _tokens[user % _tokens.Length].BytesOf(value);
        bytes.CopyTo(destination);
        return bytes.Length;
    }
}
