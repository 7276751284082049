using System.CommandLine;

namespace Dyno.Cli.Parsing;

/// <summary>Options that are each declared once, with what they set: parsing, help and the reading of values come from here.</summary>
/// <typeparam name="T">What they set.</typeparam>
internal sealed class OptionTable<T>
{
    private readonly List<OptionGroup> _groups = [];
    private readonly List<Func<ParseResult, T, T>> _settings = [];
    private readonly List<Option> _setting = [];

    /// <summary>The options by heading, in the order in which they were added.</summary>
    public IReadOnlyList<OptionGroup> Groups => _groups;

    /// <summary>The options that set something, in the order in which they were declared.</summary>
    public IReadOnlyList<Option> Setting => _setting;

    /// <summary>Adds options under a heading; those that others read have none to set.</summary>
    public void Add(string title, params Option[] options) => _groups.Add(new OptionGroup(title, options));

    /// <summary>An option and what it sets where it is given.</summary>
    public Option<TValue?> On<TValue>(Option<TValue?> option, Func<T, TValue, T> set) where TValue : class
    {
        _setting.Add(option);
        _settings.Add((parsed, value) => IsGiven(parsed, option) && parsed.Sound(option) is { } given ? set(value, given) : value);
        return option;
    }

    /// <summary>An option with a number and what it sets where it is given.</summary>
    public Option<TValue?> On<TValue>(Option<TValue?> option, Func<T, TValue, T> set) where TValue : struct
    {
        _setting.Add(option);
        _settings.Add((parsed, value) => IsGiven(parsed, option) && parsed.Sound(option) is { } given ? set(value, given) : value);
        return option;
    }

    /// <summary>A flag and what it sets where it is given.</summary>
    public Option<bool> On(Option<bool> flag, Func<T, T> set)
    {
        _setting.Add(flag);
        _settings.Add((parsed, value) => parsed.Sound(flag) ? set(value) : value);
        return flag;
    }

    /// <summary>The value with everything that was given.</summary>
    public T Read(ParseResult parsed, T value) => _settings.Aggregate(value, (set, setting) => setting(parsed, set));

    // A flag that was not given has a value, and so has a list: false, and empty.
    private static bool IsGiven(ParseResult parsed, Option option) => parsed.GetResult(option) is { Implicit: false };
}
