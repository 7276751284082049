namespace Dyno.Profiling;

/// <summary>
/// Whom a sample belongs to: the deepest method of the user's own projects, and what that method calls directly. A call that is new stands
/// out of a method that was expensive before.
/// </summary>
internal static class StackOwner
{
    /// <summary>Between an owner and its call in a key.</summary>
    public const string Separator = " > ";

    /// <summary>The call of an owner whose own code was running.</summary>
    public const string Itself = "(itself)";

    /// <summary>The owner of a stack; null when none of the user's methods is on it.</summary>
    public static string? Of(ImmutableArray<CodeFrame> stack) => IndexOf(stack) is var i and >= 0 ? stack[i].Name : null;

    /// <summary>The owner's frame in a stack; -1 when there is none.</summary>
    public static int IndexOf(ImmutableArray<CodeFrame> stack)
    {
        for (var i = stack.Length - 1; i >= 0; i--)
            if (stack[i].Kind == FrameKind.User) return i;
        return -1;
    }

    /// <summary>The owner, and the owner with its call; for a stack without an owner, the area that it belongs to.</summary>
    public static IEnumerable<string> Keys(ImmutableArray<CodeFrame> stack)
    {
        var i = IndexOf(stack);
        return i < 0 ? [AreaOf(stack)] : [stack[i].Name, stack[i].Name + Separator + (i + 1 < stack.Length ? stack[i + 1].Name : Itself)];
    }

    /// <summary>The finest key alone. By owner alone, a method with much of the request would be the measure of its own change.</summary>
    public static IEnumerable<string> FinestKey(ImmutableArray<CodeFrame> stack) => [Keys(stack).Last()];

    /// <summary>The owner that a key is of.</summary>
    public static string OwnerOf(string key) => key.Split(Separator)[0];

    /// <summary>Whether a key is another one, or a call of it.</summary>
    public static bool IsWithin(string key, string whole) => key == whole || key.StartsWith(whole + Separator, StringComparison.Ordinal);

    /// <summary>Whether a key is an area and no method of the user.</summary>
    public static bool IsArea(string key) => key.Length > 0 && key[0] == '(';

    // Without a method of the user: the part of the framework, else the native library, else the kernel.
    private static string AreaOf(ImmutableArray<CodeFrame> stack)
    {
        for (var i = stack.Length - 1; i >= 0; i--)
        {
            if (stack[i].Kind != FrameKind.Framework || stack[i].IsNameless) continue;
            var parts = stack[i].Name.Split('.');
            if (parts is ["System", "Threading" or "Runtime", ..] && i > 0) continue;
            return $"({string.Join('.', parts[..Math.Min(parts[0] == "Microsoft" ? 3 : 2, Math.Max(1, parts.Length - 2))])})";
        }
        var native = stack.FirstOrDefault(f => f.Kind == FrameKind.Native && f.Name != "[stub]" && !f.Name.TrimStart('[').StartsWith("libc.", StringComparison.Ordinal));
        if (native.Name is { } library) return $"({library.Trim('[', ']').Split('!')[0]})";
        if (stack.Any(f => f.Kind == FrameKind.Framework)) return "(threads)";
        return stack.Length > 0 && stack[^1].Kind == FrameKind.Kernel ? "(kernel)" : "(unknown)";
    }
}
