using System.Collections.Immutable;
using Dyno.Dashboard.Serving;

namespace Dyno.Dashboard.Runs;

/// <summary>Turns the request of a page into the words of a command line.</summary>
internal static class CommandText
{
    private const string Plain = "-_./:=@%+,";

    /// <summary>The words of <c>dyno run</c>, without the program itself.</summary>
    public static ImmutableArray<string> Words(LaunchRequest request, DynoProgram program)
    {
        var known = program.RunOptions.SelectMany(section => section.Options).ToDictionary(option => option.Name, StringComparer.Ordinal);
        var words = ImmutableArray.CreateBuilder<string>();
        words.Add("run");
        // A target that begins with a dash would be read as an option.
        if (request.Target.Length > 0) words.Add(request.Target[0] == '-' ? "./" + request.Target : request.Target);
        foreach (var (name, value) in request.Options)
        {
            if (!known.TryGetValue(name, out var option)) throw RefusedException.Wrong($"dyno run has no option {name}");
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
