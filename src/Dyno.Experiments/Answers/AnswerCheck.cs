using System.Security.Cryptography.X509Certificates;

namespace Dyno.Experiments;

/// <summary>
/// Sends every request of the load twice to each variant before the first trial, and compares status, body and the headers that matter with
/// those of the baseline, because variants that do different work must not be compared silently. What differs between the two answers of
/// one variant (a time, an id) is not compared. A load that is code has no requests that can be sent beforehand; the answers of its trials
/// are compared afterwards.
/// </summary>
internal sealed class AnswerCheck(
    ExperimentPlan plan, Func<VariantPlan, SubjectOptions> optionsOf, Func<VariantPlan, SubjectStarter> starterOf, ExperimentLoads loads)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    /// <summary>How long the first start of each variant took; filled by <see cref="CompareAsync"/>.</summary>
    public Dictionary<(string Variant, string Cell), ColdStart> Cold { get; } = [];

    /// <summary>What each variant answered; filled by <see cref="CompareAsync"/>.</summary>
    public Dictionary<(string Variant, string Cell), IReadOnlyList<StepAnswer>> Answers { get; } = [];

    /// <summary>The differences.</summary>
    /// <param name="variants">The variants that will be measured, controls not included.</param>
    /// <exception cref="UserFault">A subject did not come up.</exception>
    public async Task<ImmutableArray<AnswerDifference>> CompareAsync(IReadOnlyCollection<VariantPlan> variants, CancellationToken cancellation)
    {
        var differences = ImmutableArray.CreateBuilder<AnswerDifference>();
        foreach (var cell in variants.GroupBy(v => v.Cell))
        {
            var expected = await AskAsync(cell.Single(v => v.Name == plan.Compare.Baseline), cancellation);
            foreach (var variant in cell.Where(v => v.Name != plan.Compare.Baseline))
                differences.AddRange(Differences(variant, expected, await AskAsync(variant, cancellation)));
        }
        return differences.ToImmutable();
    }

    /// <summary>Sends only the first request of a load.</summary>
    /// <returns>How long the answer took; null when there was no answer.</returns>
    public static async Task<TimeSpan?> FirstAsync(
        ExperimentPlan plan, VariantPlan variant, Uri baseUrl, string? certificateFile, CancellationToken cancellation)
    {
        var requests = await TrialLoad.RequestsAsync(plan, variant, baseUrl, certificateFile, cancellation);
        if (requests.IsEmpty) return null;
        using var client = ClientFor(certificateFile);
        var began = TimeProvider.System.GetTimestamp();
        var answer = await AskAsync(client, requests[0], cancellation);
        return answer.Status == StepAnswer.None ? null : TimeProvider.System.GetElapsedTime(began);
    }

    internal static IEnumerable<AnswerDifference> Differences(
        VariantPlan variant, IReadOnlyList<StepAnswer> expected, IReadOnlyList<StepAnswer> found)
    {
        if (expected.Count != found.Count)
            yield return new AnswerDifference(variant.Cell, "the load", variant.Name, $"{FigureText.Count(found.Count, "request")} instead of {expected.Count}");
        foreach (var (want, got) in expected.Zip(found))
            foreach (var what in want.DifferencesOf(got))
                yield return new AnswerDifference(variant.Cell, want.Step, variant.Name, what);
    }

    private async Task<IReadOnlyList<StepAnswer>> AskAsync(VariantPlan variant, CancellationToken cancellation) =>
        Answers[(variant.Name, variant.Cell)] = await LaunchAndAskAsync(variant, cancellation);

    private async Task<IReadOnlyList<StepAnswer>> LaunchAndAskAsync(VariantPlan variant, CancellationToken cancellation)
    {
        var isCode = loads.CodeOf(variant) is not null;
        if (variant.Subject.Url is { } url) return isCode ? [] : await AskAsync(plan, variant, url, null, cancellation);
        await using var subject = await starterOf(variant)(optionsOf(variant), null, cancellation);
        var first = isCode ? null : await FirstAsync(plan, variant, subject.BaseUrl, subject.CertificateFile, cancellation);
        Cold[(variant.Name, variant.Cell)] = new ColdStart(subject.TimeToReady.TotalSeconds, first?.TotalSeconds);
        return isCode ? [] : await AskAsync(plan, variant, subject.BaseUrl, subject.CertificateFile, cancellation);
    }

    /// <summary>Sends every request of the load twice.</summary>
    /// <returns>What the two answers to each request have in common.</returns>
    public static async Task<IReadOnlyList<StepAnswer>> AskAsync(
        ExperimentPlan plan, VariantPlan variant, Uri baseUrl, string? trusted, CancellationToken cancellation)
    {
        using var client = ClientFor(trusted);
        var answers = new List<StepAnswer>();
        foreach (var request in await TrialLoad.RequestsAsync(plan, variant, baseUrl, trusted, cancellation))
        {
            var first = await AskAsync(client, request, cancellation);
            answers.Add(first.InCommonWith(await AskAsync(client, request, cancellation)));
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
            return new StepAnswer { Step = request.Name, Status = $"{(int)answer.StatusCode}", Headers = AnswerHeaders.Of(answer, request.Url), Body = body };
        }
        catch (Exception failure) when (failure is HttpRequestException || (failure is OperationCanceledException && !cancellation.IsCancellationRequested))
        {
            return new StepAnswer { Step = request.Name, Status = StepAnswer.None };
        }
    }

    private static HttpClient ClientFor(string? trusted)
    {
        var handler = new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false, UseProxy = false, ConnectCallback = HostAddresses.ConnectAsync };
        if (trusted is not null)
        {
            using var certificate = X509CertificateLoader.LoadCertificateFromFile(trusted);
            var raw = certificate.RawData;
            handler.SslOptions.RemoteCertificateValidationCallback = (_, shown, _, _) => shown?.GetRawCertData().AsSpan().SequenceEqual(raw) == true;
        }
        return new HttpClient(handler) { Timeout = Patience };
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
