namespace Dyno.Http;

/// <summary>The values of one virtual user in one iteration: its row, and the exchanges so far. Fills templates with them.</summary>
internal sealed class SequenceValues(DataFeed? feed, ValueMaker maker)
{
    private readonly Dictionary<string, Exchange> _exchanges = new(StringComparer.Ordinal);
    private byte[] _generated = new byte[256];
    private int _row;

    /// <summary>The trace that the last filled request begins.</summary>
    public TraceId Trace => maker.Trace;

    /// <summary>Begins an iteration: forgets all exchanges.</summary>
    public void Begin(int row)
    {
        _row = row;
        foreach (var exchange in _exchanges.Values) exchange.Dispose();
        _exchanges.Clear();
    }

    public void Keep(string label, WireRequest request, WireResponse response) => _exchanges[label] = new Exchange(request, response);

    /// <summary>Builds the request with every slot filled.</summary>
    /// <exception cref="MissingValueException">An answer lacks a value that the request needs, or a value makes no valid URL or header.</exception>
    public WireRequest Fill(DependentRequest plan)
    {
        maker.BeginRequest();
        var url = Text(plan.Url, plan);
        if (!Uri.TryCreate(url, UriKind.Absolute, out var target) || target.Scheme is not ("http" or "https"))
            throw new MissingValueException($"{plan.Name}: this is not a URL: \"{Excerpt(url)}\"");
        if (plan.RebaseTo is { } subject) target = new UriBuilder(target) { Scheme = subject.Scheme, Host = subject.Host, Port = subject.Port }.Uri;
        return new WireRequest
        {
            Method = plan.Method,
            Url = target,
            Headers = [.. plan.Headers.Select(h => new HeaderField(h.Name, Header(h, plan)))],
            Body = Body(plan),
        };
    }

    private string Header(DependentHeader header, DependentRequest plan)
    {
        var value = Text(header.Value, plan);
        return RequestRules.IsHeaderValue(value)
            ? value
            : throw new MissingValueException($"{plan.Name}: the value for header {header.Name} has a line break");
    }

    private ReadOnlyMemory<byte> Body(DependentRequest plan)
    {
        if (plan.Body.IsEmpty) return default;
        if (plan.Body is [{ Text: null } only]) return only.Bytes;
        var body = new MemoryStream();
        foreach (var part in plan.Body)
            body.Write(part.Text is null ? part.Bytes.Span : part.Encoding.GetBytes(Text(part.Text, plan)));
        return body.ToArray();
    }

    private string Text(TextTemplate template, DependentRequest plan)
    {
        if (template.Parts is [{ Source: null } only]) return only.Text;
        var text = new StringBuilder();
        foreach (var part in template.Parts) text.Append(part.Source is null ? part.Text : ValueOf(part.Source, plan));
        return text.ToString();
    }

    private string ValueOf(ValueSource source, DependentRequest plan) => source switch
    {
        FeedColumn column => feed!.Rows[_row][feed.Columns.IndexOf(column.Column)],
        GeneratedValue value => Generate(value),
        FormValue form => Uri.EscapeDataString(ValueOf(form.Source, plan)),
        AnswerValue answer => Find(answer) ?? throw Missing(answer, plan),
        _ => throw new InvalidOperationException($"{source.GetType().Name} should have been put in by the reader"),
    };

    private string Generate(GeneratedValue value)
    {
        if (_generated.Length < value.MaxLength) _generated = new byte[value.MaxLength];
        return Encoding.UTF8.GetString(_generated.AsSpan(0, value.Write(maker, _generated)));
    }

    private string? Find(AnswerValue answer) => _exchanges.GetValueOrDefault(answer.Request)?.Find(answer);

    private MissingValueException Missing(AnswerValue answer, DependentRequest plan)
    {
        var side = answer.Side == ExchangeSide.Response ? "response" : "request";
        var part = answer.Part == ExchangePart.Body ? "body" : "headers";
        var why = _exchanges.TryGetValue(answer.Request, out var exchange)
            ? $"is not in the answer (status {exchange.Status})"
            : "has no value, because the request has no answer";
        return new MissingValueException($"{plan.Name} was not sent: {answer.Request}.{side}.{part}.{answer.Path} {why}");
    }

    private static string Excerpt(string text) => text.Length <= 80 ? text : text[..80] + "…";
}
