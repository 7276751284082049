namespace CacheLab.Properties;

/// <summary>A property that users of a cache rely on.</summary>
internal interface ILabProperty
{
    /// <summary>The name in tables and claims.</summary>
    string Name { get; }

    /// <summary>Tests the property.</summary>
    Task<Finding> TryAsync(Lab lab);
}
