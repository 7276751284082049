namespace Dyno.Cli;

/// <summary>The runs kept in this folder, for the commands of the history.</summary>
internal static class StoredRuns
{
    private const int Suggested = 50;

    /// <summary>An argument that takes an id.</summary>
    public static Argument<string> Argument(string folder)
    {
        var argument = new Argument<string>("ID")
        {
            Description = "A run in .dyno/runs: its ID or ID prefix, a tag, or 'last'",
            Arity = ArgumentArity.ExactlyOne,
        };
        Complete(argument, folder);
        return argument;
    }

    /// <summary>Lets shells complete an argument to the ids and tags of the runs in this folder.</summary>
    public static void Complete(Argument argument, string folder) =>
        argument.CompletionSources.Add(_ => Words(folder).Select(word => new System.CommandLine.Completions.CompletionItem(word)));

    /// <summary>The digests of all runs, newest first, and the errors of the runs that cannot be read.</summary>
    public static (ImmutableArray<RunDigest> Runs, ImmutableArray<UserFault> Unreadable) Digests(RunStore store)
    {
        var runs = ImmutableArray.CreateBuilder<RunDigest>();
        var unreadable = ImmutableArray.CreateBuilder<UserFault>();
        foreach (var run in store.List())
        {
            try
            {
                runs.Add(RunDigestReader.Read(run));
            }
            catch (UserFault failure)
            {
                unreadable.Add(failure);
            }
        }
        return (runs.ToImmutable(), unreadable.ToImmutable());
    }

    // The words to which a shell can complete an id. A folder without runs, or with runs that cannot be read, has no such words.
    private static IEnumerable<string> Words(string folder)
    {
        try
        {
            var runs = RunStore.Here(folder).List();
            if (runs.IsEmpty) return [];
            return [RunStore.Last, .. runs.Take(Suggested).Select(run => run.Id), .. runs.SelectMany(RunTags.Of).Distinct()];
        }
        catch (UserFault)
        {
            return [];
        }
    }
}
