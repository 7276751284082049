namespace Dyno.K6;

/// <content>The short way of a request that needs nothing special: see <see cref="WireClient.TrySend"/>.</content>
internal sealed partial class HttpSender
{
    private readonly Action<WireResponse?> _answered;
    private PreparedRequest? _direct;
    private WireRequest? _directSent; // the request with its cookies
    private IReadOnlyList<KeyValuePair<string, string>> _directCookies = [];
    private IterationScope? _directScope;
    private Action? _directDone;
    private CancellationToken _directCut;
    private StoredResponse? _directAnswer;
    private ConfiguredValueTaskAwaitable<StoredResponse>.ConfiguredValueTaskAwaiter _following;
    private bool _isFollowing; // the answer was a redirect
    private bool _isDirectBusy;

    /// <summary>Sends a request by the short way, if the request can go that way; one request at a time. Without a loop the calling thread waits.</summary>
    /// <param name="done">Called when <see cref="TakeDirect"/> can be called; perhaps before this method returns.</param>
    /// <param name="cut">Cuts the request.</param>
    /// <returns>False: nothing was sent; call <see cref="SendAsync(PreparedRequest, IterationScope, bool, CancellationToken)"/> instead.</returns>
    public bool TrySend(PreparedRequest prepared, IterationScope scope, Action done, CancellationToken cut)
    {
        if (prepared.Problem is not null || _isDirectBusy) return false;
        if (_options.Limit is not null || _options.Debug is not null || !_options.Addresses.IsEmpty) return false;
        var spec = prepared.Spec;
        if (spec.Timeout <= TimeSpan.Zero || spec.Auth == "digest") return false;
        (_direct, _directScope, _directDone, _directCut) = (prepared, scope, done, cut);
        (_directAnswer, _isFollowing, _isDirectBusy) = (null, false, true); // no one has taken the answer of a request that was cut
        (_directSent, _directCookies) = _requestCookies.Of(prepared.Request!, spec, JarOf(spec));
        if (_client.TrySend(_directSent, TimeoutOf(spec), _answered, cut)) return true;
        _isDirectBusy = false;
        return false;
    }

    /// <summary>The answer to the request that was sent by the short way.</summary>
    /// <exception cref="OperationCanceledException">The request was cut.</exception>
    public StoredResponse TakeDirect()
    {
        var answer = _directAnswer;
        _directAnswer = null;
        if (_isFollowing)
        {
            _isFollowing = false;
            answer = _following.GetResult();
        }
        return answer ?? throw new OperationCanceledException(_directCut);
    }

    private void Answered(WireResponse? wire)
    {
        var prepared = _direct!;
        _isDirectBusy = false;
        var spec = prepared.Spec;
        if (wire is not null)
        {
            var (start, end) = (wire.EndNanos - wire.Timings.TotalNanos, wire.EndNanos);
            JarOf(spec).Take(wire);
            var isRedirect = HttpRedirects.IsRedirect(wire);
            var scope = _directScope!;
            Record(scope, scope.TagSet, prepared, wire, scope.TakeIntended(start), start, end, prepared.Step, isRedirect, isChallenge: false);
            if (!isRedirect || MostRedirects(spec) <= 0)
                _directAnswer = Done(prepared, _directSent!, _directCookies, wire, isRedirect && spec.Redirects is null && _options.WarnsOfRedirects);
            else if (HttpRedirects.Follow(prepared.Url!, prepared.Request!, wire, SetsReferer(spec)) is not { } next)
                _directAnswer = LeadsNowhere(spec, wire);
            else
            {
                Follow(prepared, new FirstHop(next, start + TimeoutOf(spec).Ticks * 100, _directSent!, _directCookies));
                return;
            }
        }
        _directDone!();
    }

    [SuppressMessage("Reliability", "CA2012", Justification = "awaited by hand: taken once, in TakeDirect")]
    private void Follow(PreparedRequest prepared, FirstHop hop)
    {
        _isFollowing = true;
        _following = SendAsync(prepared, _directScope!, blocking: _loop is null, hop, _directCut).ConfigureAwait(false).GetAwaiter();
        if (_following.IsCompleted) _directDone!();
        else _following.UnsafeOnCompleted(_directDone!);
    }

    /// <summary>The first request was answered by a redirect.</summary>
    /// <param name="Next">Where it leads.</param>
    /// <param name="UntilNanos">When all hops must be over.</param>
    /// <param name="Cookies">The cookies that were sent with the first request.</param>
    private readonly record struct FirstHop(WireRequest Next, long UntilNanos, WireRequest Sent, IReadOnlyList<KeyValuePair<string, string>> Cookies);
}
