namespace Dyno.Http;

/// <summary>Logs in by sending a request over its own connection.</summary>
/// <param name="set">The tokens, for the values that requests want.</param>
public sealed class RequestLogin(LoginPlan plan, TokenSet set, HttpOptions options, TimeProvider time) : ITokenLogin
{
    private const int MaxAnswerBytes = 1024 * 1024;
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(30);
    private readonly Lazy<WireNetwork> _network = new(() => new WireNetwork(options));

    public async Task<TokenGrant> LoginAsync(int user, string? refreshToken, CancellationToken cancellationToken)
    {
        if (refreshToken is not null && plan.Refresh is { } refresh)
        {
            try
            {
                return await SendAsync(refresh(refreshToken), user, cancellationToken);
            }
            catch (LoginException refused) when (refused.IsRefusal)
            {
                // The refresh token is spent or was withdrawn: log in as at first.
            }
        }
        return await SendAsync(plan.Request, user, cancellationToken);
    }

    private async Task<TokenGrant> SendAsync(DependentRequest login, int user, CancellationToken cancellationToken)
    {
        using var client = new WireClient(_network.Value, new WireClientOptions
        {
            Timeout = options.Timeout < LongestWait ? options.Timeout : LongestWait,
            MaxRedirects = 0,
            MaxBodyBytes = MaxAnswerBytes,
        });
        var values = new SequenceValues(options.Feed, new ValueMaker(new Random(Entropy.Seed()), time));
        values.Begin(options.Feed is { } feed ? user % feed.Rows.Length : 0);
        var what = $"{login.Method} {Redaction.Url(login.ShownUrl)}";
        try
        {
            var request = values.Fill(login);
            var answer = await client.SendAsync(request, cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            if (answer.Error != RequestErrorKind.None)
                throw new LoginException($"{what} failed ({Redaction.Text(answer.ErrorText)})", "see whether the address of the login is right and its server runs");
            using var exchange = new Exchange(request, answer);
            return new LoginAnswer(what, exchange, time).Read(set.Wanted, plan);
        }
        catch (MissingValueException missing)
        {
            throw new LoginException(missing.Message, "write the login so that every value is known before the load", missing);
        }
    }
}
