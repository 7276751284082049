namespace Dyno.Cli;

/// <summary>Shows the user how far the start of the program under test has come. Each report is shown at once, on the thread that makes it.</summary>
internal sealed class StageProgress(ProgressLines progress) : IProgress<SubjectProgress>
{
    public void Report(SubjectProgress value)
    {
        if (value.Stage == SubjectStage.Ready) progress.Say(value.Text);
        else progress.Show(value.Text);
    }
}
