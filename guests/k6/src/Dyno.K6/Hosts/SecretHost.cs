namespace Dyno.K6;

/// <summary>The secrets of <c>k6/secrets</c>.</summary>
internal static class SecretHost
{
    public static void AddTo(HostTable table, ScriptUser user) =>
        table.Add("secret", call => call.Return(user.Run.Secrets.Find(call.Text(0), call.Text(1))));
}
