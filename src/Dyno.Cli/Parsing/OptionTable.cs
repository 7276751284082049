namespace Dyno.Cli;

/// <summary>A table that declares each option once, with the value that the option sets. Parsing, help and the reading of values use this table.</summary>
/// <typeparam name="T">The type whose values the options set.</typeparam>
internal sealed class OptionTable<T>
{
    private readonly List<OptionGroup> _groups = [];
    private readonly List<Func<ParseResult, T, T>> _settings = [];
    private readonly List<Option> _setting = [];

    /// <summary>The options by heading, in the order in which they were added.</summary>
    public IReadOnlyList<OptionGroup> Groups => _groups;

    /// <summary>The options that set something, in the order in which they were declared.</summary>
    public IReadOnlyList<Option> Setting => _setting;

    /// <summary>Adds options under a heading. Options that other code reads set nothing here.</summary>
    public void Add(string title, params Option[] options) => _groups.Add(new OptionGroup(title, options));

    /// <summary>Declares an option, and what the option sets when it is given.</summary>
    public Option<TValue?> On<TValue>(Option<TValue?> option, Func<T, TValue, T> set) where TValue : class
    {
        _setting.Add(option);
        _settings.Add((parsed, value) => IsGiven(parsed, option) && parsed.ValidValue(option) is { } given ? set(value, given) : value);
        return option;
    }

    /// <summary>Declares an option with a number, and what the option sets when it is given.</summary>
    public Option<TValue?> On<TValue>(Option<TValue?> option, Func<T, TValue, T> set) where TValue : struct
    {
        _setting.Add(option);
        _settings.Add((parsed, value) => IsGiven(parsed, option) && parsed.ValidValue(option) is { } given ? set(value, given) : value);
        return option;
    }

    /// <summary>Declares a flag, and what the flag sets when it is given.</summary>
    public Option<bool> On(Option<bool> flag, Func<T, T> set)
    {
        _setting.Add(flag);
        _settings.Add((parsed, value) => parsed.ValidValue(flag) ? set(value) : value);
        return flag;
    }

    /// <summary>The value with all given options applied.</summary>
    public T Read(ParseResult parsed, T value) => _settings.Aggregate(value, (set, setting) => setting(parsed, set));

    /// <summary>The value with all given options applied, but those whose text is wrong.</summary>
    /// <param name="problems">Receives what is wrong with each.</param>
    public T Read(ParseResult parsed, T value, ICollection<Problem> problems)
    {
        foreach (var setting in _settings)
        {
            try
            {
                value = setting(parsed, value);
            }
            catch (UserFault wrong)
            {
                foreach (var problem in wrong.Problems) problems.Add(problem);
            }
        }
        return value;
    }

    // An option that was not given has a value, too: false for a flag, empty for a list.
    private static bool IsGiven(ParseResult parsed, Option option) => parsed.GetResult(option) is { Implicit: false };
}
