using ModelContextProtocol.Protocol;

namespace Dyno.Cli;

/// <summary>One tool: what an agent reads about it, and what it does.</summary>
internal abstract class DynoTool(string name, string title)
{
    public string Name => name;

    /// <summary>When to use it, and when another tool.</summary>
    public abstract string Description { get; }

    public abstract ImmutableArray<ToolParameter> Parameters { get; }

    /// <summary>Whether it sends nothing, starts nothing and writes nothing.</summary>
    public virtual bool IsReadOnly => false;

    /// <summary>Carries out a call.</summary>
    /// <exception cref="CapException">The caps do not allow it, or an argument is wrong.</exception>
    /// <exception cref="Dyno.Results.UserFault">A file or a setting is wrong.</exception>
    public abstract Task<ToolAnswer> CallAsync(ToolArguments arguments, ToolCall call);

    public Tool ToProtocol() => new()
    {
        Name = name,
        Title = title,
        Description = Description,
        InputSchema = JsonSerializer.SerializeToElement(ToolParameter.SchemaOf(Parameters)),
        OutputSchema = ToolAnswer.Schema,
        Annotations = new ToolAnnotations
        {
            Title = title,
            ReadOnlyHint = IsReadOnly,
            // A load changes what the server under test keeps: a POST writes into its database.
            DestructiveHint = !IsReadOnly,
            IdempotentHint = IsReadOnly,
            OpenWorldHint = !IsReadOnly,
        },
    };
}
