using System.Runtime.CompilerServices;

namespace Dyno.Testing;

/// <summary>
/// Compares a text with a file that a person has read and approved: <c>Approved/NAME.approved.txt</c> beside the calling test. If they
/// differ, the text is written to <c>NAME.received.txt</c> in the same folder; to approve the text, rename that file.
/// </summary>
public static class Approval
{
    /// <summary>Throws unless <paramref name="text"/> equals the approved text. Line ends are compared as LF.</summary>
    /// <param name="text">The text that a user would read, with machine-dependent parts replaced.</param>
    /// <param name="name">Name of the approved file, without extension.</param>
    /// <param name="testFile">Filled in by the compiler.</param>
    public static void Verify(string text, string name, [CallerFilePath] string testFile = "")
    {
        ArgumentNullException.ThrowIfNull(text);
        var folder = Path.Combine(Path.GetDirectoryName(testFile)!, "Approved");
        var approved = Path.Combine(folder, name + ".approved.txt");
        var received = Path.Combine(folder, name + ".received.txt");
        var expected = File.Exists(approved) ? File.ReadAllText(approved).ReplaceLineEndings("\n") : null;
        var actual = text.ReplaceLineEndings("\n");
        if (actual == expected)
        {
            File.Delete(received);
            return;
        }
        Directory.CreateDirectory(folder);
        File.WriteAllText(received, actual);
        throw new ApprovalException(expected is null
            ? $"nothing is approved as {name} yet: read {received} and rename it to {Path.GetFileName(approved)}"
            : $"{name} differs from what was approved, first in line {FirstDifference(expected, actual)}: compare {received} with {Path.GetFileName(approved)}");
    }

    private static string FirstDifference(string expected, string actual)
    {
        var (left, right) = (expected.Split('\n'), actual.Split('\n'));
        var line = Enumerable.Range(0, Math.Min(left.Length, right.Length)).FirstOrDefault(i => left[i] != right[i], Math.Min(left.Length, right.Length));
        return $"{line + 1}\n  approved: {(line < left.Length ? left[line] : "(end)")}\n  received: {(line < right.Length ? right[line] : "(end)")}\n ";
    }
}

/// <summary>A text differs from the approved one.</summary>
public sealed class ApprovalException(string message) : Exception(message);
