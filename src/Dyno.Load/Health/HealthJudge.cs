namespace Dyno.Load;

/// <summary>Judges whether the numbers of a run can be trusted. A pure function of the evidence and the limits.</summary>
public static class HealthJudge
{
    private static readonly ImmutableArray<HealthRule> Rules = [.. GeneratorRules.All, .. AnswerRules.All, .. MachineRules.All];

    /// <summary>Judges the evidence by every rule. The most severe findings come first.</summary>
    public static HealthRecord Judge(HealthEvidence evidence, HealthLimits limits)
    {
        ImmutableArray<HealthFinding> findings =
        [
            .. from rule in Rules
               let found = rule.Look(evidence, limits)
               where found is not null
               let finding = new HealthFinding
               {
                   Rule = rule.Name,
                   State = found.Value.State ?? rule.State,
                   Message = found.Value.Message,
                   Value = found.Value.Value,
                   Limit = found.Value.Limit,
               }
               orderby finding.State descending
               select finding,
        ];
        return new HealthRecord { State = findings.IsEmpty ? HealthState.Healthy : findings[0].State, Findings = findings };
    }
}
