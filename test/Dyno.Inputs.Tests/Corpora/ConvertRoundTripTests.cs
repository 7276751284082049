namespace Dyno.Inputs.Tests;

/// <summary>Every file of every corpus, written in another language and read back, is the same requests.</summary>
public sealed class ConvertRoundTripTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-convert-").FullName;

    public static TheoryData<string, string> Ways =>
    [
        .. Corpus.Kinds.Where(kind => kind != "HttpFiles").Select(kind => new TheoryDataRow<string, string>(kind, ".http")),
        .. Corpus.Kinds.Select(kind => new TheoryDataRow<string, string>(kind, ".websurge")),
    ];

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory, MemberData(nameof(Ways))]
    public void What_is_written_reads_back_the_same_or_is_refused_with_a_reason(string kind, string extension)
    {
        var (written, refused) = (0, 0);
        foreach (var path in Corpus.Files(kind, "Corpus"))
        {
            var problems = new ProblemList();
            var set = Corpus.Read(path, problems);
            if (problems.Count > 0 || set.Settings.Feed is not null) continue; // the rows of a feed are in no plan
            var output = Path.Combine(_folder, $"out{extension}");
            if (Convert(set, path, output) is not { } back) refused++;
            else Shown(back).ShouldBe(Shown(set), $"{path} as {extension}\n{File.ReadAllText(output)}");
            written++;
        }

        written.ShouldBeGreaterThan(Corpus.SmallKinds.Contains(kind) ? 1 : 5);
        refused.ShouldBeLessThan(written);
    }

    // Null when the language cannot say it: then there is a reason for each.
    private RequestSet? Convert(RequestSet set, string path, string output)
    {
        foreach (var old in Directory.GetFiles(_folder)) File.Delete(old);
        try
        {
            foreach (var file in InputConverter.Convert(new LoadRequest { Target = path }, output)) File.WriteAllBytes(file.Path, file.Content.Span);
        }
        catch (UserFault reason)
        {
            reason.Problems.ShouldAllBe(p => !string.IsNullOrEmpty(p.WriteInstead));
            return null;
        }

        var problems = new ProblemList();
        var back = Corpus.Read(output, problems);
        if (IsWaitingForValues(set)) return set; // a variable without a value cannot be read back; that it is said is tested elsewhere
        problems.ThrowIfAny();
        return back;
    }

    private static bool IsWaitingForValues(RequestSet set)
    {
        var problems = new ProblemList();
        UnsetVariables.Refuse(set, problems);
        return problems.Count > 0;
    }

    private static string Shown(RequestSet set)
    {
        var text = new StringBuilder();
        foreach (var request in set.Requests)
        {
            if (request.Sources.OfType<AnswerValue>().Any())
            {
                text.Append($"{request.Method} {request.Url} takes {string.Join(", ", request.Sources.OfType<AnswerValue>())}\n");
                continue;
            }

            var plan = RequestCompiler.Compile(request with { After = [] }); // a session runs in its order anyway
            text.Append($"{plan.Method} {plan.Url.AbsoluteUri} {string.Join(" | ", plan.Headers)} {System.Convert.ToHexString(plan.Body.Span)} ");
            text.Append($"{string.Join(' ', plan.Slots.Select(s => s.Value.GetType().Name))}\n");
        }

        return text.ToString();
    }
}
