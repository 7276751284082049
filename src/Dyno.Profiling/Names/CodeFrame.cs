namespace Dyno.Profiling;

/// <summary>Whose code a frame is.</summary>
public enum FrameKind
{
    /// <summary>The user's own projects.</summary>
    User,

    /// <summary>Managed code of the framework and of packages.</summary>
    Framework,

    /// <summary>Native libraries and the runtime itself.</summary>
    Native,

    /// <summary>The kernel.</summary>
    Kernel,

    /// <summary>Not known.</summary>
    Unknown,
}

/// <summary>A frame of a stack as the source names it.</summary>
/// <param name="Name">Type and method; a library in brackets where the method is not known.</param>
/// <param name="Kind">Whose code it is.</param>
public readonly record struct CodeFrame(string Name, FrameKind Kind)
{
    /// <summary>A letter for the kind, as folded stacks have it.</summary>
    public char Letter => Kind switch { FrameKind.User => 'u', FrameKind.Framework => 'f', FrameKind.Native => 'n', FrameKind.Kernel => 'k', _ => '?' };

    /// <summary>Whether it is a frame without its own name.</summary>
    public bool IsNameless => Name.Length == 0 || Name[0] == '[';

    /// <summary>Whether it is a constructor.</summary>
    public bool IsConstructor => Name.EndsWith("..ctor", StringComparison.Ordinal);

    /// <summary>The method's name without its type.</summary>
    public string Method => IsConstructor ? ".ctor" : Name[(Name.LastIndexOf('.') + 1)..];

    /// <summary>The method with its type, without the namespace.</summary>
    public string ShortName => Name[(Name[..Math.Max(0, Name.Length - Method.Length - 1)].LastIndexOf('.') + 1)..];
}
