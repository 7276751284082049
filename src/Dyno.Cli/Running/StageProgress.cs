using Dyno.Cli.Progress;
using Dyno.Subjects;

namespace Dyno.Cli.Running;

/// <summary>Tells the user how far the program under test has come, at once and on the flow that brings it up.</summary>
internal sealed class StageProgress(ProgressLines progress) : IProgress<SubjectProgress>
{
    public void Report(SubjectProgress value)
    {
        if (value.Stage == SubjectStage.Ready) progress.Say(value.Text);
        else progress.Show(value.Text);
    }
}
