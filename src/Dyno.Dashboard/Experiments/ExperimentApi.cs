namespace Dyno.Dashboard;

/// <summary>The experiments of the folder: finished ones, running ones, and the text of new ones.</summary>
internal sealed class ExperimentApi(OpenFolder folder, LiveRuns live)
{
    private readonly StoredExperiments _stored = new(folder);

    public static void Map(IEndpointRouteBuilder routes)
    {
        var experiments = routes.MapGroup("/api/experiments").WithTags("Experiments");
        experiments.MapGet("", (ExperimentApi api) => api._stored.List()).WithSummary("Experiments started in the folder, newest first").WithName("listExperiments");
        experiments.MapGet("/live/{id}", (ExperimentApi api, string id) => api.Standing(id)).WithSummary("The progress of a running experiment, by its live id").WithName("getStandingExperiment");
        experiments.MapGet("/{id}", (ExperimentApi api, string id) => api.Report(id)).WithSummary("The verdicts of an experiment, or its progress").WithName("getExperiment");
        experiments.MapPost("/form", (ExperimentForm form) => ExperimentText.Of(form)).WithSummary("The YAML for a form, and its problems").WithName("describeExperiment");
        experiments.MapGet("/form", (OpenFolder folder, string ids) => FormOfRuns.Of([.. ids.Split(',').Select(folder.Runs.Get)]))
            .WithSummary("The form of an experiment that measures stored runs again, in turn; ids are separated by commas, the first is the baseline").WithName("experimentOfRuns");
        experiments.MapPost("/check", (ExperimentApi api, ExperimentDraft draft) => ExperimentText.Check(draft.Text, api._root)).WithSummary("The problems of an experiment's YAML").WithName("checkExperiment");
        experiments.MapPost("", (ExperimentApi api, ExperimentLaunch launch) => api.Start(launch)).WithSummary("Starts or resumes an experiment; 409 while another measurement runs on this machine").WithName("startExperiment");
    }

    private readonly string _root = folder.Root;

    private ReportView Report(string id)
    {
        var fragment = HtmlFragment.Of(_stored.Read(id));
        return new ReportView(fragment.Title, fragment.Body, JsonElement.Parse(fragment.Charts), [], "");
    }

    private ReportView Standing(string id)
    {
        var state = live.Find(id).State;
        var experiment = UnfinishedExperiment.FolderOf(folder, state.StartedAt) ?? throw RefusedException.NotFound("no trial has ended yet", "the figures come with the first trial");
        var comparison = UnfinishedExperiment.Of(folder, experiment, state.Target, state.Command.Contains("--quick", StringComparison.Ordinal))
            ?? throw RefusedException.NotFound("no trial has ended yet", "the figures come with the first trial");
        var fragment = HtmlFragment.Of(comparison);
        return new ReportView(fragment.Title, fragment.Body, JsonElement.Parse(fragment.Charts), [], "");
    }

    private LiveState Start(ExperimentLaunch launch)
    {
        var file = folder.Resolve(launch.Path);
        if (!File.Exists(file)) throw RefusedException.NotFound($"there is no file {launch.Path}", "write the experiment first");
        var words = ImmutableArray.CreateBuilder<string>();
        words.AddRange("compare", "./" + folder.RelativeOf(file));
        if (launch.IsQuick) words.Add("--quick");
        if (launch.Rounds is { } rounds) words.AddRange("--rounds", rounds.ToString(System.Globalization.CultureInfo.InvariantCulture));
        if (launch.UntilClear) words.Add("--until-clear");
        if (launch.Resumes) words.Add("--resume");
        return live.Start(LiveKind.Experiment, launch.Path, words.ToImmutable());
    }
}

internal sealed record ExperimentDraft(string Text);

/// <summary>How an experiment is started.</summary>
/// <param name="IsQuick">Whether it is a first look: few short rounds.</param>
/// <param name="Rounds">The number of rounds; null: the number in the file.</param>
/// <param name="UntilClear">Whether rounds are added until the verdict is clear.</param>
/// <param name="Resumes">Whether it continues an experiment that was begun.</param>
internal sealed record ExperimentLaunch(string Path, bool IsQuick, int? Rounds, bool UntilClear, bool Resumes);
