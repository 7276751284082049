using System.Collections.Immutable;
using Dyno.Experiments.Plans;
using Dyno.Http.Requests;
using Dyno.Inputs;
using Dyno.Results.Comparisons;
using Dyno.Subjects;

namespace Dyno.Experiments.Trials;

/// <summary>
/// Asks each variant every request of the load, twice, before the first trial, and compares status, content type and body
/// with the baseline's: different work must not be compared silently. A body that differs from one asking to the next
/// (a time, an id) is not compared.
/// </summary>
internal static class AnswerCheck
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    /// <summary>The differences.</summary>
    /// <exception cref="SubjectException">A subject did not come up.</exception>
    public static async Task<ImmutableArray<AnswerDifference>> CompareAsync(ExperimentPlan plan, CancellationToken cancellation)
    {
        var differences = ImmutableArray.CreateBuilder<AnswerDifference>();
        foreach (var cell in plan.Variants.GroupBy(v => v.Cell))
        {
            var expected = await AskAsync(plan, cell.Single(v => v.Name == plan.Compare.Baseline), cancellation);
            foreach (var variant in cell.Where(v => v.Name != plan.Compare.Baseline))
                differences.AddRange(Differences(variant, expected, await AskAsync(plan, variant, cancellation)));
        }
        return differences.ToImmutable();
    }

    internal static IEnumerable<AnswerDifference> Differences(
        VariantPlan variant, IReadOnlyList<StepAnswer> expected, IReadOnlyList<StepAnswer> found)
    {
        foreach (var (want, got) in expected.Zip(found))
        {
            if (want.Status != got.Status) yield return Difference($"status {got.Status} instead of {want.Status}");
            if (want.ContentType != got.ContentType) yield return Difference($"content type {got.ContentType} instead of {want.ContentType}");
            if (want.Body is { } body && got.Body is { } other && !body.AsSpan().SequenceEqual(other))
                yield return Difference($"another body ({other.Length} bytes instead of {body.Length})");

            AnswerDifference Difference(string what) => new(variant.Cell, want.Step, variant.Name, what);
        }
    }

    private static async Task<IReadOnlyList<StepAnswer>> AskAsync(ExperimentPlan plan, VariantPlan variant, CancellationToken cancellation)
    {
        if (variant.Subject.Url is { } url) return await AskAsync(plan, variant, url, cancellation);
        await using var subject = await Subject.StartAsync(TrialLoad.Subject(variant), null, null, cancellation);
        return await AskAsync(plan, variant, subject.BaseUrl, cancellation);
    }

    private static async Task<IReadOnlyList<StepAnswer>> AskAsync(ExperimentPlan plan, VariantPlan variant, Uri baseUrl, CancellationToken cancellation)
    {
        using var handler = new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false, UseProxy = false };
        using var client = new HttpClient(handler) { Timeout = Patience };
        var answers = new List<StepAnswer>();
        foreach (var request in InputReader.ReadRequests(TrialLoad.Request(plan, variant, 1, baseUrl)))
        {
            var first = await AskAsync(client, request, cancellation);
            var second = await AskAsync(client, request, cancellation);
            var isStable = first.Body is { } body && second.Body is { } again && body.AsSpan().SequenceEqual(again);
            answers.Add(isStable ? first : first with { Body = null });
        }
        return answers;
    }

    private static async Task<StepAnswer> AskAsync(HttpClient client, HttpRequestPlan request, CancellationToken cancellation)
    {
        try
        {
            using var message = MessageOf(request);
            using var answer = await client.SendAsync(message, cancellation);
            var body = await answer.Content.ReadAsByteArrayAsync(cancellation);
            return new StepAnswer(request.Name, $"{(int)answer.StatusCode}", answer.Content.Headers.ContentType?.ToString() ?? "none", body);
        }
        catch (Exception failure) when (failure is HttpRequestException || (failure is OperationCanceledException && !cancellation.IsCancellationRequested))
        {
            return new StepAnswer(request.Name, "none", "none", null);
        }
    }

    private static HttpRequestMessage MessageOf(HttpRequestPlan request)
    {
        var message = new HttpRequestMessage(new HttpMethod(request.Method), request.Url);
        if (!request.Body.IsEmpty) message.Content = new ReadOnlyMemoryContent(request.Body);
        foreach (var header in request.Headers)
            if (!message.Headers.TryAddWithoutValidation(header.Name, header.Value))
                message.Content?.Headers.TryAddWithoutValidation(header.Name, header.Value);
        return message;
    }
}

/// <summary>What a variant answered to one request.</summary>
/// <param name="Step">The request.</param>
/// <param name="Status">Status code; <c>none</c> without an answer.</param>
/// <param name="ContentType">Content type; <c>none</c> without one.</param>
/// <param name="Body">The body; null when two askings gave two bodies.</param>
internal sealed record StepAnswer(string Step, string Status, string ContentType, byte[]? Body);
