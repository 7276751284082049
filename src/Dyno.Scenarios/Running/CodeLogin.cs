namespace Dyno.Scenarios;

internal sealed class CodeLogin(Func<int, CancellationToken, Task<AccessToken>> login) : ITokenLogin
{
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(30);

    public async Task<TokenGrant> LoginAsync(int user, string? refreshToken, CancellationToken cancellationToken)
    {
        try
        {
            var token = await login(user, cancellationToken).WaitAsync(LongestWait, cancellationToken)
                ?? throw new LoginException("the login's code gave no token", "return new AccessToken(value, lifetime)");
            return TokenGrant.Checked([token.Value], token.Lifetime, "the login's code");
        }
        catch (Exception failure) when (failure is not LoginException && !cancellationToken.IsCancellationRequested)
        {
            throw new LoginException($"the login's code threw {failure.GetType().Name}: {Redaction.Text(failure.Message)}", "see what the login's code does", failure);
        }
    }
}
