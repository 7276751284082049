namespace Clinic;

/// <summary>
/// Which methods are made slower, their names joined by commas. A field is constant once its readers are compiled, so the other plants cost
/// nothing.
/// </summary>
public static class Plant
{
    private static readonly string[] Names = (Environment.GetEnvironmentVariable("PLANT") ?? "").Split(',');

    /// <summary>Dates are parsed from text in each request.</summary>
    public static readonly bool Parse = Names.Contains("parse");

    /// <summary>A key without a hash of its own: the default one of a struct uses reflection.</summary>
    public static readonly bool Hash = Names.Contains("hash");

    /// <summary>A list is searched where a set would do.</summary>
    public static readonly bool Search = Names.Contains("search");

    /// <summary>A sequence is gone through again and again.</summary>
    public static readonly bool Enumerate = Names.Contains("enumerate");

    /// <summary>Text is split into pieces of which one is used.</summary>
    public static readonly bool Split = Names.Contains("split");

    /// <summary>An object is made by reflection.</summary>
    public static readonly bool Activate = Names.Contains("activate");

    /// <summary>An exception is thrown and caught.</summary>
    public static readonly bool Throw = Names.Contains("throw");

    /// <summary>Text is taken apart and compared by culture.</summary>
    public static readonly bool Sort = Names.Contains("sort");

    /// <summary>Regular expressions are made in each request.</summary>
    public static readonly bool Patterns = Names.Contains("patterns");

    /// <summary>A concurrent dictionary is counted.</summary>
    public static readonly bool Count = Names.Contains("count");

    /// <summary>A set is searched like a list.</summary>
    public static readonly bool Contains = Names.Contains("contains");

    /// <summary>A message is written that nobody reads.</summary>
    public static readonly bool Ensure = Names.Contains("ensure");

    /// <summary>Options of a serializer are made for each object.</summary>
    public static readonly bool Options = Names.Contains("options");
}
