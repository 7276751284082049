namespace Dyno.Dashboard;

/// <summary>Turns the request of a page into the words of a command line.</summary>
internal static class CommandText
{
    private const string Plain = "-_./:=@%+,";

    /// <summary>The words of a command, without the program itself.</summary>
    /// <param name="options">The options that the command has for the target.</param>
    /// <exception cref="RefusedException">The command has no such option for this target.</exception>
    public static ImmutableArray<string> Words(LaunchRequest request, ImmutableArray<OptionSection> options)
    {
        var known = options.SelectMany(section => section.Options).ToDictionary(option => option.Name, StringComparer.Ordinal);
        var words = ImmutableArray.CreateBuilder<string>();
        words.Add(request.Command);
        // A target that begins with a dash would be read as an option.
        if (request.Target.Length > 0) words.Add(request.Target[0] == '-' ? "./" + request.Target : request.Target);
        foreach (var (name, value) in request.Options)
        {
            if (!known.TryGetValue(name, out var option)) throw RefusedException.Wrong($"dyno {request.Command} has no option {name} for {(request.Target.Length > 0 ? request.Target : "this load")}", "remove it");
            if (option.Value.Length == 0) words.Add(name);
            else if (value is { Length: > 0 }) words.Add(value[0] == '-' ? $"{name}={value}" : name);
            if (option.Value.Length > 0 && value is { Length: > 0 } && value[0] != '-') words.Add(value);
        }
        return words.ToImmutable();
    }

    /// <summary>The words as a command line for a shell.</summary>
    public static string Of(IEnumerable<string> words) => "dyno " + string.Join(' ', words.Select(Quoted));

    private static string Quoted(string word) =>
        word.Length > 0 && word.All(letter => char.IsAsciiLetterOrDigit(letter) || Plain.Contains(letter, StringComparison.Ordinal))
            ? word
            : $"'{word.Replace("'", @"'\''", StringComparison.Ordinal)}'";
}
