using System.Diagnostics.CodeAnalysis;

namespace Dyno.Scenarios;

/// <summary>
/// Lines that a scenario's code writes while the load runs: to stderr in a program, nowhere in a silent run. Each line costs time,
/// so write rare events, not one line per request. Thread-safe.
/// </summary>
[SuppressMessage("Performance", "CA1822", Justification = "called on the logger of a context, whether it writes or not")]
public sealed class ScenarioLogger
{
    private readonly Action<string>? _write;

    internal ScenarioLogger(Action<string>? write) => _write = write;

    /// <summary>Not written: details for a search for faults in the load's code.</summary>
    /// <param name="template">Text with placeholders such as <c>{0}</c> or <c>{User}</c>, which are filled in turn.</param>
    /// <param name="values">Values for the placeholders.</param>
    public void Verbose(string template, params object?[] values) => _ = (template, values);

    /// <inheritdoc cref="Verbose"/>
    public void Debug(string template, params object?[] values) => _ = (template, values);

    /// <summary>Something that happened.</summary>
    /// <inheritdoc cref="Verbose"/>
    public void Information(string template, params object?[] values) => Write("", template, values);

    /// <summary>Something odd.</summary>
    /// <inheritdoc cref="Verbose"/>
    public void Warning(string template, params object?[] values) => Write("warning: ", template, values);

    /// <summary>Something that went wrong. The line does not make anything fail: return <c>Response.Fail()</c> for that.</summary>
    /// <inheritdoc cref="Verbose"/>
    public void Error(string template, params object?[] values) => Write("error: ", template, values);

    /// <summary>Something that went wrong, and its exception's name and message.</summary>
    /// <param name="thrown">The exception.</param>
    /// <param name="template">Text with placeholders.</param>
    /// <param name="values">Values for the placeholders.</param>
    public void Error(Exception thrown, string template, params object?[] values)
    {
        ArgumentNullException.ThrowIfNull(thrown);
        Write("error: ", template + ": {exception}", [.. values ?? [], $"{thrown.GetType().Name}: {thrown.Message}"]);
    }

    /// <summary>Something after which the load makes no sense. To end the load, call <c>StopCurrentTest</c>.</summary>
    /// <inheritdoc cref="Verbose"/>
    public void Fatal(string template, params object?[] values) => Write("fatal: ", template, values);

    private void Write(string level, string template, object?[]? values)
    {
        ArgumentNullException.ThrowIfNull(template);
        _write?.Invoke(level + Filled(template, values ?? []));
    }

    /// <summary>The template with its placeholders filled in turn; {{ and }} are braces.</summary>
    internal static string Filled(string template, object?[] values)
    {
        var (text, next) = (new StringBuilder(template.Length), 0);
        for (var at = 0; at < template.Length; at++)
        {
            var c = template[at];
            var isDouble = at + 1 < template.Length && template[at + 1] == c;
            var end = c == '{' && !isDouble ? template.IndexOf('}', at) : -1;
            if (end > at + 1 && next < values.Length)
            {
                text.Append(Convert.ToString(values[next++], CultureInfo.InvariantCulture));
                at = end;
            }
            else
            {
                text.Append(c);
                if (c is '{' or '}' && isDouble) at++;
            }
        }
        return text.ToString();
    }
}
