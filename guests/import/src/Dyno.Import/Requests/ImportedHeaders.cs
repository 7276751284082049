namespace Dyno.Import;

/// <summary>
/// Gathers the headers of an imported request: headers that Dyno writes itself are left out, and headers that no message may hold are
/// refused.
/// </summary>
/// <param name="isRecording">
/// Whether a header that cannot be sent is left out with a warning: no one can correct a recording, and its other requests can be used.
/// </param>
internal sealed class ImportedHeaders(bool isRecording = false)
{
    private readonly ImmutableArray<HeaderDraft>.Builder _headers = ImmutableArray.CreateBuilder<HeaderDraft>();

    public void Add(string name, TextTemplate value, SourcePlace place)
    {
        name = name.Trim();
        if (name.Length == 0 || name[0] == ':' || HeaderList.IsWrittenByDyno(name)) return; // names with a colon are pseudo-headers of HTTP/2
        if (!HttpToken.IsToken(name)) Refuse(place, $"this is not a header name: \"{InText.Quote(name)}\"", "use letters, digits and hyphens");
        else if (value.Parts.Any(p => p.Source is null && p.Text.Any(c => char.IsControl(c) && c != '\t')))
            Refuse(place, $"the value of header \"{name}\" has a control character", "remove it");
        else if (Has(name) && name.Equals("Cookie", StringComparison.OrdinalIgnoreCase)) Join(name, value); // HTTP/2 sends each cookie in its own field
        else if (!Has(name) || !HeaderList.IsRepeated([new Dyno.Http.HeaderField(name, "")], new(name, ""))) _headers.Add(new(name, value));
        else place.Warning($"\"{name}\" is given twice; the first one is kept");
    }

    private void Join(string name, TextTemplate value)
    {
        for (var i = 0; i < _headers.Count; i++)
            if (_headers[i].Name.Equals(name, StringComparison.OrdinalIgnoreCase))
                _headers[i] = _headers[i] with { Value = new TextTemplate([.. _headers[i].Value.Parts, TextPart.Literal("; "), .. value.Parts]) };
    }

    private void Refuse(SourcePlace place, string what, string writeInstead)
    {
        if (isRecording) place.Warning($"{what}; it is left out");
        else place.Problem(what, writeInstead);
    }

    /// <summary>Adds a header unless the request has one with this name.</summary>
    public void AddDefault(string name, string value)
    {
        if (!Has(name)) _headers.Add(new(name, TextTemplate.Of(value)));
    }

    public void Replace(string name, string value)
    {
        for (var i = _headers.Count - 1; i >= 0; i--)
            if (_headers[i].Name.Equals(name, StringComparison.OrdinalIgnoreCase)) _headers.RemoveAt(i);
        AddDefault(name, value);
    }

    public bool Has(string name) => _headers.Any(h => h.Name.Equals(name, StringComparison.OrdinalIgnoreCase));

    public string? Find(string name) =>
        _headers.Where(h => h.Name.Equals(name, StringComparison.OrdinalIgnoreCase)).Select(h => h.Value.Written).FirstOrDefault();

    public ImmutableArray<HeaderDraft> ToImmutable() => _headers.ToImmutable();
}
