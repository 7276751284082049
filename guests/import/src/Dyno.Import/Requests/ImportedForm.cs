namespace Dyno.Import;

/// <summary>The body of an imported request that is a form, in whose texts variables may stand.</summary>
internal static class ImportedForm
{
    /// <summary>
    /// The body of a URL-encoded form. Tools encode a value after its variables are put in; in a <c>.http</c> file <c>{{%name}}</c> means
    /// the same.
    /// </summary>
    public static ImmutableArray<BodyPart> UrlEncoded(IEnumerable<(string Key, string Value)> fields, ImportScope scope)
    {
        var text = new List<TextPart>();
        foreach (var (key, value) in fields)
        {
            if (text.Count > 0) text.Add(TextPart.Literal("&"));
            text.AddRange([.. Encoded(key).Parts, TextPart.Literal("="), .. Encoded(value).Parts]);
        }

        return text.Count == 0 ? [] : [BodyPart.Of(new TextTemplate(text))];

        TextTemplate Encoded(string written) => scope.ReadEncoded(written, Uri.EscapeDataString, name => "%" + name);
    }

    /// <summary>The body, with its Content-Type among the headers.</summary>
    public static ImmutableArray<BodyPart> BodyOf(MultipartForm form, ImportedHeaders headers, ImportScope scope, SourcePlace place, string name)
    {
        if (form.IsEmpty) return [];
        var (bytes, type) = form.Build();
        headers.Replace("Content-Type", type);
        var text = Encoding.UTF8.GetString(bytes);
        var hasSlots = scope.HasSlots(text);
        if (hasSlots && text.Contains('\uFFFD', StringComparison.Ordinal))
        {
            place.Warning($"\"{InText.Quote(name)}\": variables are not replaced in a form with a file that is not text");
            hasSlots = false;
        }

        return hasSlots ? [BodyPart.Of(scope.Read(text))] : [new BodyPart { Bytes = bytes }];
    }
}
