namespace Dyno.Inputs;

/// <summary>Compiles a draft to a request of a sequence: variables are put in, and all other slots are filled while the load runs.</summary>
internal static class DependentCompiler
{
    public static DependentRequest Compile(RequestDraft draft, ImmutableArray<HeaderField> headers, Uri? subject) => new()
    {
        Name = draft.Name!,
        Label = draft.Label,
        Method = draft.Method,
        Url = WithScheme(VariableValue.Flatten(draft.Url)),
        ShownUrl = subject is null ? VariableValue.Shown(draft.Url).Written : TargetUrl.Rebase(VariableValue.Shown(draft.Url).Written, subject),
        RebaseTo = subject,
        Headers =
        [
            .. draft.Headers.Where(h => !headers.Any(o => o.Name.Equals(h.Name, StringComparison.OrdinalIgnoreCase)))
                .Select(h => new DependentHeader(h.Name, VariableValue.Flatten(h.Value))),
            .. headers.Select(h => new DependentHeader(h.Name, TextTemplate.Of(h.Value))),
        ],
        Body = [.. draft.Body.Select(b => new DependentBody(b.Text is null ? null : VariableValue.Flatten(b.Text), b.Encoding, b.Bytes))],
        Checks = draft.Checks,
        KeepsCookies = draft.KeepsCookies,
        Once = draft.Once,
    };

    // localhost:5000/x means http, as in all other inputs.
    private static TextTemplate WithScheme(TextTemplate url) =>
        url.Parts is [{ Source: null } first, ..] && !first.Text.Contains("://", StringComparison.Ordinal)
            ? new TextTemplate([TextPart.Literal("http://"), .. url.Parts])
            : url;
}
