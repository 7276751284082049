namespace Dyno.Cli;

/// <summary>This command line as the dashboard's pages use it: its forms consist of the options that the commands declare.</summary>
internal static class ProgramOfUi
{
    // Options whose output a page shows itself, or that would overwrite what the server reads.
    private static readonly string[] NotInForms =
        ["--format", "--layout", "--result", "--no-store", "--quiet", "--verbose", "--dry-run", "--full", "--out", "--summary-export", "--curl", "--fail-on"];

    public static DynoProgram This => new()
    {
        Words = ThisProgram.Words,
        Version = VersionLine.Version,
        OptionsOf = (command, target) => SectionsOf(command == "tune" ? new TuneSymbols().Groups : new LoadKinds().Of(target).RunGroups),
        ProblemsOf = ProblemsOf,
    };

    private static ImmutableArray<OptionSection> SectionsOf(IEnumerable<OptionGroup> groups) =>
        [.. groups.Select(group => new OptionSection(group.Title, [.. group.Options.Where(option => !NotInForms.Contains(option.Name)).Select(OptionOf)]))];

    private static CommandOption OptionOf(Option option)
    {
        var choices = option.CompletionSources.Count > 0 && option.HelpName?.Contains('|', StringComparison.Ordinal) == true ? option.HelpName.Split('|') : [];
        return new CommandOption(option.Name, option.Arity.MaximumNumberOfValues == 0 ? "" : option.HelpName ?? "VALUE", option.Description ?? "", [.. choices],
            option.Arity.MaximumNumberOfValues > 1);
    }

    private static ImmutableArray<string> ProblemsOf(ImmutableArray<string> words)
    {
        var line = CommandLine.Create(Terminal.OfThisProcess(), [.. words]);
        try
        {
            return [.. line.ProblemsOf()];
        }
        catch (UserFault wrong)
        {
            return [.. wrong.Problems.Select(problem => problem.ToString())];
        }
    }
}
