namespace Dyno.Inputs;

/// <summary>What the reader of a file is given.</summary>
/// <param name="Path">The file as the user named it; names in the file are relative to its folder.</param>
/// <param name="Request">The command line, for what concerns the reading (the environment, one request by name).</param>
/// <param name="Columns">Columns of the data feed: <c>{{column}}</c> then is a <see cref="Dyno.Http.FeedColumn"/>, not an unknown variable.</param>
internal sealed record InputContext(
    string Path, byte[] Bytes, LoadRequest Request, ImmutableArray<string> Columns, ProblemList Problems)
{
    public SourcePlace Place => new(Problems, Path);

    /// <summary>Whether the data file cannot be read, which was reported: any name may then be one of its columns, and is not a mistake of this file.</summary>
    public bool HasUnknownColumns { get; init; }
}
