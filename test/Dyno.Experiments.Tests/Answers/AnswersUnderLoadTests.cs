namespace Dyno.Experiments.Tests;

public sealed class AnswersUnderLoadTests
{
    private static readonly VariantPlan Baseline = new() { Name = "a", Load = "/", Subject = new() };
    private static readonly VariantPlan Variant = Baseline with { Name = "b" };
    private static readonly StepAnswer Good = new() { Step = "GET /", Status = "200", Body = [1, 2, 3] };
    private static readonly StepAnswer Busy = Good with { Body = [9, 9, 9] };

    private readonly AnswersUnderLoad _answers = Asked(Good, Good);

    [Fact]
    public void A_body_that_changes_under_load_is_a_difference()
    {
        Add(Baseline, AnswersUnderLoad.When.UnderLoad, Good);
        Add(Variant, AnswersUnderLoad.When.UnderLoad, Busy);
        Add(Baseline, AnswersUnderLoad.When.AfterLoad, Good);
        Add(Variant, AnswersUnderLoad.When.AfterLoad, Good);

        _answers.Differences.Single().What.ShouldBe("under load: different body (3 bytes instead of 3)");
    }

    [Fact]
    public void So_is_one_that_stays_changed_and_one_that_is_now_this_and_now_that()
    {
        Add(Baseline, AnswersUnderLoad.When.AfterLoad, Good);
        Add(Variant, AnswersUnderLoad.When.AfterLoad, Busy);
        _answers.Differences.Single().What.ShouldBe("after the load: different body (3 bytes instead of 3)");

        Add(Variant, AnswersUnderLoad.When.AfterLoad, Good with { Body = null });
        _answers.Differences.Single().What.ShouldBe("after the load: two bodies that differ from each other");
    }

    [Fact]
    public void A_baseline_that_lies_differs_from_its_variants()
    {
        Add(Baseline, AnswersUnderLoad.When.AfterLoad, Busy);
        Add(Variant, AnswersUnderLoad.When.AfterLoad, Good);
        _answers.Differences.Single().Variant.ShouldBe("b");
    }

    [Fact]
    public void What_load_makes_of_all_variants_alike_and_what_differed_before_it_is_none()
    {
        Add(Baseline, AnswersUnderLoad.When.AfterLoad, Busy);
        Add(Variant, AnswersUnderLoad.When.AfterLoad, Busy);
        _answers.Differences.ShouldBeEmpty();

        var known = Asked(Good, Busy);
        known.Add(Baseline, 1, AnswersUnderLoad.When.AfterLoad, [Good]);
        known.Add(Variant, 1, AnswersUnderLoad.When.AfterLoad, [Busy]);
        known.Differences.ShouldBeEmpty();
    }

    private static AnswersUnderLoad Asked(StepAnswer baseline, StepAnswer variant) => new(
        PairPlan.Plan with { Variants = [Baseline, Variant] },
        new Dictionary<(string, string), IReadOnlyList<StepAnswer>> { [("a", "")] = [baseline], [("b", "")] = [variant] });

    private void Add(VariantPlan variant, AnswersUnderLoad.When when, StepAnswer answer) => _answers.Add(variant, 1, when, [answer]);
}
