namespace Dyno.Dashboard;

/// <summary>A file as a page edits it.</summary>
/// <param name="Path">Relative to the folder.</param>
/// <param name="Mark">The mark to send back with every change.</param>
/// <param name="Outline">Its requests; null for code.</param>
/// <param name="Problems">The errors and warnings of a run of the file.</param>
internal sealed record SessionView(string Path, FileRole? Kind, string Mark, string Text, SessionOutline? Outline, ImmutableArray<string> Problems)
{
    public static SessionView Of(OpenFolder folder, SessionFile file)
    {
        var kind = FolderFiles.RoleOf(new FileInfo(file.Path));
        var outline = kind is FileRole.Http or FileRole.WebSurge ? SessionEditor.Outline(file.Path, file.Text) : null;
        return new SessionView(folder.RelativeOf(file.Path), kind, file.Mark, file.Text, outline, outline is null ? [] : FileInspection.ProblemsOf(file.Path));
    }
}

/// <summary>A whole text to be written.</summary>
/// <param name="Path">Relative to the folder.</param>
/// <param name="Mark">The mark of the version that was read; null for a new file.</param>
internal sealed record SessionText(string Path, string Text, string? Mark);

/// <summary>One change of a file.</summary>
/// <param name="Path">Relative to the folder.</param>
internal sealed record SessionChange(string Path, string Mark, SessionEdit Edit);

/// <summary>A change to preview.</summary>
/// <param name="Path">The file, whose extension names the language.</param>
internal sealed record SessionPreview(string Path, string Text, SessionEdit Edit);

/// <summary>The text after a previewed change.</summary>
internal sealed record PreviewedText(string Text);
