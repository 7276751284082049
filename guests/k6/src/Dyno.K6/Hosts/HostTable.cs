namespace Dyno.K6;

/// <summary>
/// The functions of .NET that the prelude calls as <c>host.name(…)</c>. To add some: one file in this folder with a
/// method that adds them to a table, called in <see cref="For"/>.
/// </summary>
internal sealed class HostTable
{
    private readonly List<HostFunction> _functions = [];

    public List<string> Names { get; } = [];

    /// <summary>The functions, by the places of their names.</summary>
    public HostFunction[] Functions { get; private set; } = [];

    /// <summary>All functions, bound to one virtual user.</summary>
    public static HostTable For(ScriptUser user)
    {
        var table = new HostTable();
        RuntimeHost.AddTo(table, user);
        TextHost.AddTo(table);
        CheckHost.AddTo(table, user);
        MetricHost.AddTo(table, user);
        ExecutionHost.AddTo(table, user);
        HttpHost.AddTo(table, user);
        ResponseHost.AddTo(table, user);
        CookieHost.AddTo(table, user);
        CryptoHost.AddTo(table);
        WebCryptoHost.AddTo(table);
        UrlHost.AddTo(table, user);
        SecretHost.AddTo(table, user);
        SummaryHost.AddTo(table, user);
        HtmlHost.AddTo(table, user);
        GrpcHost.AddTo(table, user);
        WebSocketHost.AddTo(table, user);
        EventStreamHost.AddTo(table, user);
        table.Functions = [.. table._functions];
        return table;
    }

    public void Add(string name, HostFunction function)
    {
        Names.Add(name);
        _functions.Add(function);
    }
}
