namespace Dyno.K6;

/// <summary>Texts and bytes: the engine has no TextEncoder.</summary>
internal static class TextHost
{
    public static void AddTo(HostTable table)
    {
        table.Add("utf8Length", call => call.Return(Encoding.UTF8.GetByteCount(call.Text(0))));
        table.Add("utf8Write", call => Encoding.UTF8.GetBytes(call.Text(0), call.Bytes(1)));
        table.Add("utf8Read", call => call.Return(Encoding.UTF8.GetString(call.Bytes(0))));
    }
}
