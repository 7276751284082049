namespace Dyno.Import;

/// <summary>The variables of a test plan: user defined ones, values of answers, random ones, and functions.</summary>
internal sealed class JMeterVariables
{
    private readonly Dictionary<string, TextPart> _made = new(StringComparer.Ordinal);
    private readonly HashSet<string> _said = new(StringComparer.Ordinal);
    private readonly HashSet<string> _usedBySettings = new(StringComparer.Ordinal);
    private readonly InputContext _context;
    private SourcePlace _at;

    public JMeterVariables(InputContext context)
    {
        _context = context;
        _at = TextPosition.Start.In(context.Place);
        Scope = new ImportScope(context, Find, emptyIsValue: true, JMeterSyntax.Slots);
    }

    /// <summary>Reads texts.</summary>
    public ImportScope Scope { get; }

    /// <summary>Names that an extractor of the plan sets, anywhere: before it they have no value.</summary>
    public HashSet<string> Extracted { get; } = new(StringComparer.Ordinal);

    /// <summary>The names of variables whose values went into the settings.</summary>
    public IEnumerable<string> UsedBySettings => _usedBySettings;

    /// <summary>From here on a name is this value, unless the command line gives another.</summary>
    public void Make(string name, TextPart value) => _made[name] = value;

    /// <summary>Where the text stands that is read next.</summary>
    public void At(JMeterElement element) => _at = element.In(_context.Place);

    /// <summary>Whether a text uses a value of an answer that comes later in the plan.</summary>
    public bool IsTooEarly(string text) =>
        JMeterSyntax.Slots.Split(text).Any(p => p.Name is { } name && Extracted.Contains(name) && !_made.ContainsKey(name) && !Scope.IsGiven(name));

    /// <summary>A setting as text: what it says once its variables are put in; null when that is not known before the run.</summary>
    public string? Setting(string text)
    {
        foreach (var variable in VariableValue.AllIn([Scope.Read(text)])) _usedBySettings.Add(variable.Name);
        return Scope.ReadKnown(text)?.Trim();
    }

    /// <summary>A setting that is a number; null, with a problem, when it is none. Empty is the default.</summary>
    public double? Number(JMeterElement element, string property, double byDefault = 0) => Number(element, property, element.Of(property), byDefault);

    /// <summary>As the other one, for a value that stands in a part of the element.</summary>
    public double? Number(JMeterElement element, string property, string? value, double byDefault)
    {
        var written = value ?? "";
        At(element);
        if (Setting(written) is { } text)
        {
            if (text.Length == 0) return byDefault;
            if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && Math.Abs(number) <= 1e12) return number;
        }

        element.In(_context.Place).Problem($"{element.Shown}: {property} is not a number: \"{InText.Quote(written)}\"", "write a number, or give the variable in it with --var NAME=VALUE");
        return null;
    }

    private TextPart? Find(string name)
    {
        if (Scope.IsGiven(name)) return null;
        if (_made.TryGetValue(name, out var made)) return made;
        if (!name.StartsWith("__", StringComparison.Ordinal)) return null;
        var open = name.IndexOf('(', StringComparison.Ordinal);
        var function = (open < 0 ? name : name[..open]).Trim();
        if (Scope.IsGiven(function)) return open < 0 ? null : Scope.Slot(function);
        var arguments = open < 0 ? [] : JMeterSyntax.Arguments(name[(open + 1)..(name.EndsWith(')') ? ^1 : ^0)]);
        if (JMeterFunctions.Find(function, arguments, Scope) is { } value) return value;
        if (_said.Add(function))
            _at.Warning($"the function {InText.Quote(function)} is not evaluated: \"{InText.Quote($"${{{name}}}")}\"", $"give its value: --var {InText.Quote(function)}=VALUE");
        return open < 0 ? null : Scope.Slot(function);
    }
}
