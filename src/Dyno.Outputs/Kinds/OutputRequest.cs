namespace Dyno.Outputs;

/// <summary>One output that the user asked for.</summary>
public sealed class OutputRequest
{
    private readonly string _text;
    private readonly Func<IOutput> _create;

    internal OutputRequest(string text, Func<IOutput> create) => (_text, _create) = (text, create);

    /// <summary>The output as the user spelled it, secrets masked.</summary>
    public override string ToString() => Redaction.Text(_text);

    internal IOutput Create() => _create();
}
