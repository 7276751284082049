using System.Diagnostics.CodeAnalysis;

namespace Dyno.Subjects;

/// <summary>
/// The version of .NET that a program is to run on: <c>10.0</c> (the newest patch that the package sources have), <c>10.0.12</c>,
/// <c>11.0.0-rc.1.25451.107</c>, or <c>installed</c> (the installed runtime that the program chooses).
/// </summary>
public sealed record RuntimeVersion
{
    private const string InstalledWord = "installed";

    private RuntimeVersion(string text, int major, int minor) => (Text, Major, Minor) = (text, major, minor);

    public string Text { get; }

    /// <summary>Whether the installed runtime is meant.</summary>
    public bool IsInstalled => Text == InstalledWord;

    /// <summary>Whether one version is meant, and not the newest patch.</summary>
    public bool IsExact => !IsInstalled && Text.Split('-')[0].Count(c => c == '.') == 2;

    public bool IsPreview => Text.Contains('-', StringComparison.Ordinal);

    internal int Major { get; }

    internal int Minor { get; }

    /// <summary>Reads a version.</summary>
    /// <returns>False for any other text.</returns>
    public static bool TryParse(string? text, [NotNullWhen(true)] out RuntimeVersion? version)
    {
        version = null;
        if (text == InstalledWord) version = new RuntimeVersion(text, 0, 0);
        if (version is not null || text is null) return version is not null;
        var (numbers, suffix) = text.IndexOf('-', StringComparison.Ordinal) is var dash and > 0 ? (text[..dash], text[(dash + 1)..]) : (text, null);
        int?[] parts = [.. numbers.Split('.').Select(Number)];
        var isWhole = parts.Length is 2 or 3 && parts.All(part => part is not null) && parts[0] >= 5
            && (suffix is null || (parts.Length == 3 && suffix.Length > 0 && suffix.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-')));
        if (isWhole) version = new RuntimeVersion(text, parts[0]!.Value, parts[1]!.Value);
        return isWhole;

        static int? Number(string part) => int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
    }

    /// <summary>The version of a text that is known to be one.</summary>
    /// <exception cref="FormatException">The text is no version.</exception>
    public static RuntimeVersion Parse(string text) => TryParse(text, out var version) ? version : throw new FormatException($"'{text}' is no version of .NET");

    /// <summary>Whether an exact version is of the same major and minor version.</summary>
    internal bool IsFamilyOf(string exact) => exact.StartsWith(string.Create(CultureInfo.InvariantCulture, $"{Major}.{Minor}."), StringComparison.Ordinal);

    /// <summary>Whether code for a framework such as <c>net10.0</c> runs on this version.</summary>
    internal bool Runs(Version framework) => IsInstalled || (Major, Minor).CompareTo((framework.Major, framework.Minor)) >= 0;
}
