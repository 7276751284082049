namespace CacheLab.Properties;

/// <summary>Something that users of a cache rely on.</summary>
internal interface ILabProperty
{
    /// <summary>As tables and claims call it.</summary>
    string Name { get; }

    /// <summary>Tries it.</summary>
    Task<Finding> TryAsync(Lab lab);
}
