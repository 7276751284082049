using Dyno.JavaScript;
using Dyno.K6.VirtualUsers;

namespace Dyno.K6.Hosts;

/// <summary>Secrets: some are known at once, others are fetched while the virtual user goes on.</summary>
internal sealed class SecretHost(ScriptUser user)
{
    private readonly Dictionary<int, Task<string>> _fetching = [];

    public static void AddTo(HostTable table, ScriptUser user)
    {
        var host = new SecretHost(user);
        table.Add("secret", call => call.Return(user.Run.Secrets.Of(call.Text(0)).Find(call.Text(1))));
        table.Add("fetchSecret", host.Fetch);
        table.Add("takeSecret", host.Take);
    }

    private void Fetch(HostCall call)
    {
        var operation = call.Whole(0);
        var fetching = user.Run.Secrets.Of(call.Text(1)).FetchAsync(call.Text(2));
        _fetching[operation] = fetching;
        fetching.ContinueWith(_ => user.Ended(operation), TaskScheduler.Default);
    }

    private void Take(HostCall call)
    {
        if (!_fetching.Remove(call.Whole(0), out var fetching)) throw new HostException("the secret was forgotten");
        call.Return(fetching.GetAwaiter().GetResult());
    }
}
