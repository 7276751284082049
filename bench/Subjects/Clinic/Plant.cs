namespace Clinic;

/// <summary>Which method is made slower. The field is constant once its readers are compiled, so the other plants cost nothing.</summary>
public static class Plant
{
    private static readonly string Name = Environment.GetEnvironmentVariable("PLANT") ?? "";

    /// <summary>Dates are parsed from text in each request.</summary>
    public static readonly bool Parse = Name == "parse";

    /// <summary>A key without a hash of its own: the default one of a struct uses reflection.</summary>
    public static readonly bool Hash = Name == "hash";

    /// <summary>A list is searched where a set would do.</summary>
    public static readonly bool Search = Name == "search";

    /// <summary>A sequence is gone through again and again.</summary>
    public static readonly bool Enumerate = Name == "enumerate";

    /// <summary>Text is split into pieces of which one is used.</summary>
    public static readonly bool Split = Name == "split";

    /// <summary>An object is made by reflection.</summary>
    public static readonly bool Activate = Name == "activate";

    /// <summary>An exception is thrown and caught.</summary>
    public static readonly bool Throw = Name == "throw";

    /// <summary>Text is taken apart and compared by culture.</summary>
    public static readonly bool Sort = Name == "sort";

    /// <summary>Regular expressions are made in each request.</summary>
    public static readonly bool Patterns = Name == "patterns";

    /// <summary>A concurrent dictionary is counted.</summary>
    public static readonly bool Count = Name == "count";

    /// <summary>A set is searched like a list.</summary>
    public static readonly bool Contains = Name == "contains";

    /// <summary>A message is written that nobody reads.</summary>
    public static readonly bool Ensure = Name == "ensure";

    /// <summary>Options of a serializer are made for each object.</summary>
    public static readonly bool Options = Name == "options";
}
