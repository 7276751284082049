namespace Dyno.Http;

/// <summary>
/// The compiled checks of a scenario, used by every driver. The checks read the head, and the pieces of the body as they arrive, so that
/// no body is kept. The progress of one answer is one <c>int</c> per check, in memory that the driver provides. Immutable, thread-safe,
/// no allocation per answer.
/// </summary>
internal sealed class CheckSet
{
    /// <summary>The largest number of checks: one bit of the outcome mask for each.</summary>
    public const int MaxCount = 64;

    private readonly CompiledCheck[] _checks;
    private readonly ulong[] _masks; // one mask per step; empty when every check applies to every step

    public CheckSet(StepChecks checks)
    {
        _checks = [.. checks.Checks.Select(c => new CompiledCheck(c))];
        var all = _checks.Length == MaxCount ? ulong.MaxValue : (1UL << _checks.Length) - 1;
        _masks = checks.Masks.All(m => m == all) ? [] : [.. checks.Masks];
        ReadsBody = _checks.Any(c => c.Subject == CheckSubject.Body);
        ReadsMessage = ReadsBody || _checks.Any(c => c.Subject == CheckSubject.Field);
        ReadsSize = _checks.Any(c => c.Subject == CheckSubject.Size);
    }

    /// <summary>Number of checks; also the length of the progress that every call takes.</summary>
    public int Count => _checks.Length;

    /// <summary>Whether <see cref="OnBody"/> has anything to do.</summary>
    public bool ReadsBody { get; }

    /// <summary>Whether <see cref="OnMessage"/> has anything to do.</summary>
    public bool ReadsMessage { get; }

    /// <summary>Whether a check needs the length of the body.</summary>
    public bool ReadsSize { get; }

    /// <summary>Whether a check applies to the answers of a step.</summary>
    public bool AppliesTo(int check, int step) => _masks.Length == 0 || (_masks[step] & (1UL << check)) != 0;

    /// <summary>Begins a new answer with its final head: the status line and all header lines.</summary>
    public void OnHead(Span<int> progress, int status, ReadOnlySpan<byte> head)
    {
        for (var i = 0; i < _checks.Length; i++)
            progress[i] = _checks[i].Subject switch
            {
                CheckSubject.Status => _checks[i].Holds(status) ? 1 : 0,
                CheckSubject.Header => _checks[i].HoldsForHeader(head) ? 1 : 0,
                _ => 0,
            };
    }

    /// <summary>Reads the next bytes of the body, without chunk framing.</summary>
    public void OnBody(Span<int> progress, ReadOnlySpan<byte> body)
    {
        for (var i = 0; i < _checks.Length; i++)
            if (_checks[i].Subject == CheckSubject.Body) progress[i] = _checks[i].Text.Advance(progress[i], body);
    }

    /// <summary>Reads a gRPC message as JSON. It counts as part of the body; conditions on fields look into it.</summary>
    public void OnMessage(Span<int> progress, ReadOnlySpan<byte> json)
    {
        OnBody(progress, json);
        for (var i = 0; i < _checks.Length; i++)
            if (_checks[i].Subject == CheckSubject.Field) progress[i] = _checks[i].HoldsForField(json) ? 1 : 0;
    }

    /// <summary>Sets the status where it is known only at the end of the answer (gRPC).</summary>
    public void OnStatus(Span<int> progress, int status)
    {
        for (var i = 0; i < _checks.Length; i++)
            if (_checks[i].Subject == CheckSubject.Status) progress[i] = _checks[i].Holds(status) ? 1 : 0;
    }

    /// <summary>The outcome of all checks except those on duration: bit i is set when check i holds.</summary>
    public ulong Finish(ReadOnlySpan<int> progress, long bodyBytes)
    {
        ulong held = 0;
        for (var i = 0; i < _checks.Length; i++)
        {
            var holds = _checks[i].Subject switch
            {
                CheckSubject.Size => _checks[i].Holds(bodyBytes),
                CheckSubject.Body => _checks[i].HoldsForBody(progress[i], bodyBytes),
                _ => progress[i] != 0,
            };
            if (holds) held |= 1UL << i;
        }
        return held;
    }

    /// <summary>Counts the outcome of one answer.</summary>
    public void Record(ulong held, long serviceNanos, Recorder recorder, int step)
    {
        for (var i = 0; i < _checks.Length; i++)
            if (AppliesTo(i, step)) recorder.Check(i, Passes(i, held, serviceNanos));
    }

    public bool Passes(int index, ulong held, long serviceNanos) => _checks[index].Subject == CheckSubject.Duration
        ? _checks[index].Holds(serviceNanos)
        : (held & (1UL << index)) != 0;

    /// <summary>Counts a request without an answer: every check on it fails.</summary>
    public void RecordFailure(Recorder recorder, int step)
    {
        for (var i = 0; i < _checks.Length; i++)
            if (AppliesTo(i, step)) recorder.Check(i, false);
    }

    private sealed class CompiledCheck(ResponseCheck check)
    {
        private readonly byte[] _headerName = Encoding.ASCII.GetBytes(check.HeaderName);

        private readonly FieldPath? _field = check.Subject == CheckSubject.Field ? FieldPath.Parse(check.HeaderName) : null;

        public CheckSubject Subject => check.Subject;

        public StreamingMatch Text { get; } = new(Encoding.UTF8.GetBytes(check.Operand), check.Operator == CheckOperator.Contains);

        public bool Holds(double value) => check.Operator switch
        {
            CheckOperator.Equal => value == check.Number,
            CheckOperator.NotEqual => value != check.Number,
            CheckOperator.Less => value < check.Number,
            CheckOperator.LessOrEqual => value <= check.Number,
            CheckOperator.Greater => value > check.Number,
            CheckOperator.GreaterOrEqual => value >= check.Number,
            _ => false,
        };

        public bool HoldsForBody(int progress, long bodyBytes)
        {
            var matched = Text.IsMatch(progress, bodyBytes);
            return check.Operator == CheckOperator.NotEqual ? !matched : matched;
        }

        public bool HoldsForField(ReadOnlySpan<byte> json)
        {
            var isThere = _field!.TryFind(json, out var value);
            if (check.Operator == CheckOperator.NotEqual) return !isThere || !Is(value, Text.Pattern);
            return isThere && check.Operator switch
            {
                CheckOperator.Equal => Is(value, Text.Pattern),
                CheckOperator.Contains => !value.ValueIsEscaped && value.ValueSpan.IndexOf(Text.Pattern) >= 0,
                _ => double.TryParse(value.ValueSpan, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && Holds(number),
            };
        }

        public bool HoldsForHeader(ReadOnlySpan<byte> head)
        {
            var matched = false;
            for (var lines = new HeaderLines(head); !matched && lines.MoveNext();)
                matched = Ascii.EqualsIgnoreCase(lines.Name, _headerName) && Matches(lines.Value);
            return check.Operator == CheckOperator.NotEqual ? !matched : matched;
        }

        private static bool Is(Utf8JsonReader value, ReadOnlySpan<byte> text) =>
            value.TokenType == JsonTokenType.String ? value.ValueTextEquals(text) : value.ValueSpan.SequenceEqual(text);

        private bool Matches(ReadOnlySpan<byte> value) => check.Operator switch
        {
            CheckOperator.Contains => value.IndexOf(Text.Pattern) >= 0,
            CheckOperator.Equal or CheckOperator.NotEqual => value.SequenceEqual(Text.Pattern),
            _ => double.TryParse(value, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && Holds(number),
        };
    }
}
