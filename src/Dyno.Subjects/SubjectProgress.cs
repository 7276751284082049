namespace Dyno.Subjects;

/// <summary>The present stage of a subject, for a person who waits.</summary>
/// <param name="Text">One short sentence without a full stop.</param>
public readonly record struct SubjectProgress(SubjectStage Stage, string Text);

/// <summary>The stages in which a subject comes up, in order.</summary>
public enum SubjectStage
{
    /// <summary>Looking at the project.</summary>
    Inspecting,

    /// <summary>Building and publishing; skipped when nothing changed.</summary>
    Publishing,

    /// <summary>Starting the process.</summary>
    Starting,

    /// <summary>Sending requests until the program answers.</summary>
    Waiting,

    /// <summary>The program answered.</summary>
    Ready,
}
