namespace Dyno.Inputs;

/// <summary>
/// A value that is known when the file is read. It is kept together with the name that was written, so that the file can be written again;
/// <see cref="Flatten"/> puts the value in before anything is sent.
/// </summary>
/// <param name="Value">The value, which may have slots of its own; a generated value in it is made anew at each use.</param>
/// <param name="Origin">Where the value comes from.</param>
internal sealed record VariableValue(string Name, TextTemplate Value, VariableOrigin Origin) : ValueSource
{
    /// <summary>The text with variables replaced by their values: literals, and slots that are filled while the load runs.</summary>
    public static TextTemplate Flatten(TextTemplate text) => text.Sources.OfType<VariableValue>().Any()
        ? text.Replace(part => part.Source is VariableValue variable ? Flatten(variable.Value).Parts : [part])
        : text;

    /// <summary>The variables in texts, and the variables in their values; each value is examined once.</summary>
    public static IEnumerable<VariableValue> AllIn(IEnumerable<TextTemplate> texts)
    {
        var seen = new HashSet<TextTemplate>(ReferenceEqualityComparer.Instance);
        var open = new Queue<TextTemplate>(texts);
        while (open.TryDequeue(out var text))
            foreach (var variable in text.Sources.OfType<VariableValue>())
            {
                yield return variable;
                if (seen.Add(variable.Value)) open.Enqueue(variable.Value);
            }
    }

    /// <summary>As <see cref="Flatten"/>, but values that may be secrets stay as written, so that people may see the text.</summary>
    public static TextTemplate Shown(TextTemplate text) =>
        text.Replace(part => part.Source is VariableValue { MayBeShown: true } variable ? Shown(variable.Value).Parts : [part]);

    private bool MayBeShown => Origin is VariableOrigin.File or VariableOrigin.Environment && !Redaction.IsSecretName(Name);
}

/// <summary>Where a variable's value stands.</summary>
internal enum VariableOrigin
{
    File, // in the file: @host = …
    Environment, // in http-client.env.json
    PrivateEnvironment, // in http-client.env.json.user or http-client.private.env.json: personal, so never shown
    Process, // in the environment of Dyno's process: never shown
    DotEnv, // in a .env file: never shown
    Unset, // nowhere: the input uses the name and gives it no value. The input can be converted, but not run.
}

/// <summary>A variable that a file defines.</summary>
/// <param name="Name">As written.</param>
/// <param name="Value">As written, with slots.</param>
/// <param name="Line">The line, from 1.</param>
internal sealed record FileVariable(string Name, TextTemplate Value, int Line);
