namespace Dyno.Experiments.Tests;

public sealed class StudyPlanTests
{
    public static TheoryData<string> StudiesOfTheRepository => [.. new StudyCatalogue(Path.Combine(RepositoryRoot.Path, "studies")).Names];

    [Theory]
    [MemberData(nameof(StudiesOfTheRepository))]
    public void Each_study_fits_into_ninety_minutes_and_its_first_look_into_five(string name)
    {
        var study = new StudyCatalogue(Path.Combine(RepositoryRoot.Path, "studies")).Get(name);
        Minutes(StudyPlan.Of(study, [], isQuick: false)).ShouldBeLessThanOrEqualTo(90);
        Minutes(StudyPlan.Of(study, [], isQuick: true)).ShouldBeInRange(0.1, 5);
    }

    [Fact]
    public void Measures_only_what_the_chosen_claims_need()
    {
        using var folder = new StudyFolder();
        var study = new StudyCatalogue(folder.Root).Get("speed");

        var all = StudyPlan.Of(study, [], isQuick: false);
        all.Claims.Length.ShouldBe(4);
        all.Steps.Select(s => s.Experiment.Name).ShouldBe(["main", "second"]);
        all.Steps[0].Plan.Variants.Select(v => v.Name).ShouldBe(["a", "b"], "no claim is about c");

        var one = StudyPlan.Of(study, ["client"], isQuick: false);
        one.Steps.Single().Plan.Variants.Select(v => v.Name).ShouldBe(["a"]);

        var quick = StudyPlan.Of(study, [], isQuick: true);
        quick.Claims.Select(c => c.Id).ShouldBe(["b-faster", "network"]);
        quick.Steps.Single().Plan.Rounds.ShouldBe(5);
    }

    [Fact]
    public void A_single_experiment_is_run_with_everything_that_is_asked_of_it()
    {
        using var folder = new StudyFolder();
        var study = new StudyCatalogue(folder.Root).Get("speed");
        var plan = StudyPlan.Of(study, [], isQuick: false, experiments: ["main"]);
        plan.Claims.Select(c => c.Id).ShouldBe(["b-faster", "client"]);
        plan.Steps.Single().Plan.Variants.Select(v => v.Name).ShouldBe(["a", "b"]);
        Should.Throw<UserFault>(() => StudyPlan.Of(study, [], isQuick: false, experiments: ["mian"])).Message
            .ShouldBe("--experiment: speed has no experiment 'mian'  -> did you mean main?");
    }

    [Fact]
    public void What_several_ids_begin_with_stands_for_all_of_them()
    {
        var study = new StudyCatalogue(Path.Combine(RepositoryRoot.Path, "studies")).Get("hybridcache-ladder");
        var plan = StudyPlan.Of(study, ["correctness"], isQuick: false);
        plan.Claims.Length.ShouldBeGreaterThan(10);
        plan.Claims.ShouldAllBe(c => c.Id.StartsWith("correctness-", StringComparison.Ordinal));
        plan.Steps.Select(s => s.Experiment.Name).ShouldBe(["stampede", "mixed", "correctness", "correctness-first"]);
        StudyPlan.Of(study, ["correctness-lab"], isQuick: false).Steps.Select(s => s.Experiment.Name).ShouldBe(["correctness", "correctness-first"]);
        Should.Throw<UserFault>(() => StudyPlan.Of(study, ["correct"], isQuick: false)).Message.ShouldContain("has no claim 'correct'");
    }

    [Fact]
    public void Names_the_claim_that_was_meant()
    {
        using var folder = new StudyFolder();
        var study = new StudyCatalogue(folder.Root).Get("speed");
        Should.Throw<UserFault>(() => StudyPlan.Of(study, ["b-fast"], isQuick: false)).Message
            .ShouldBe("--only: speed has no claim 'b-fast'  -> did you mean b-faster?");
    }

    private static double Minutes(StudyPlan plan) => plan.Steps.Sum(step => step.Expected.TotalMinutes);
}
