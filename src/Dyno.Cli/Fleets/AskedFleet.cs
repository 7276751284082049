namespace Dyno.Cli;

/// <summary>A load of any kind on several machines, as a command line asks for it.</summary>
internal sealed record AskedFleet(RequestedLoad Load, FleetRequest Asked) : RequestedLoad
{
    public override string Target => Load.Target;

    public override bool IsReadWithoutBuild => Load.IsReadWithoutBuild;

    public override bool SpeaksAsShare => Load.SpeaksAsShare;

    public override string InWords(string? subject) =>
        $"{Load.InWords(subject)} on {(Asked.Agents is { } count ? $"{count} agents" : "the agents")} of {Asked.Address.Public}";

    public override string? NameOn(string subject) => Load.NameOn(subject);

    public override IEnumerable<Problem> Problems(bool hasSubject) => [.. Asked.Problems(), .. Load.Problems(hasSubject)];

    public override IEnumerable<Problem> ProblemsOfPlaces() => Load.ProblemsOfPlaces();

    public override Task<PackedLoad> PackAsync(Terminal terminal, string folder, bool hasSubject) => Load.PackAsync(terminal, folder, hasSubject);

    public override ReadyLoad GetReady(Terminal terminal, ProgressLines progress)
    {
        if (Asked.Problems().ToList() is { Count: > 0 } problems) throw new UserFault([.. problems]);
        var inner = Load.GetReady(terminal, progress);
        return inner with { Load = new FleetLoad(inner.Load, this, terminal, progress) };
    }
}
