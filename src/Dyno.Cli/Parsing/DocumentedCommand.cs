namespace Dyno.Cli;

/// <summary>A command of Dyno with its part of the help.</summary>
internal abstract class DocumentedCommand(string name, string description) : Command(name, description), IDocumentedCommand
{
    public abstract IReadOnlyList<OptionGroup> Groups { get; }

    public abstract IReadOnlyList<Example> Examples { get; }

    public virtual string Epilogue => "";

    /// <summary>Adds every option of <see cref="Groups"/>.</summary>
    protected void AddGroupedOptions()
    {
        foreach (var option in Groups.SelectMany(group => group.Options)) Add(option);
    }
}
