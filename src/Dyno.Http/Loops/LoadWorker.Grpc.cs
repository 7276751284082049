namespace Dyno.Http;

/// <content>gRPC calls: messages in the bodies of streams, sent with the pauses of the plan, and the status that follows.</content>
internal sealed unsafe partial class LoadWorker
{
    private readonly GrpcAnswer[] _answers = []; // per virtual user; empty without gRPC
    private readonly DeadlineQueue _sends;       // virtual users whose next message is due
    private readonly ArrayBufferWriter<byte> _json = new();
    private readonly Utf8JsonWriter _jsonWriter;

    private GrpcCall? CallOf(VirtualUser* u) => _http2Requests[u->Step].Call;

    private void BeginCall(int user, VirtualUser* u, GrpcCall call, long now)
    {
        _answers[user].Begin(now, _checks.ReadsMessage);
        u->SentMessages = call.AtOnce;
        if (call.AtOnce < call.Messages) _sends.Add(user, now + call.PauseNanos);
    }

    private void SendMessage(int user, long due)
    {
        var u = _users.At(user);
        if (u->State != UserState.OnStream || CallOf(u) is not { } call) return;
        var index = ConnectionOf(user, u);
        var session = _http2![index];
        var slot = user % _depth;
        if (session.HasPending(slot)) { _sends.Add(user, due + call.PauseNanos); return; } // the window is full: try again one pause later
        ReadOnlyMemory<byte> message;
        _values.User = NumberOf(user);
        _values.BeginRequest(); // other calls were written since the message before
        try
        {
            message = call.HasSlots ? _body.AsMemory(0, call.Write(u->SentMessages, u->Row, _body, _value, _values)) : call.Known(u->SentMessages);
        }
        catch (GrpcMessageException e)
        {
            GiveUpStream(user, u);
            Fail(user, u, RequestErrorKind.Scenario, e.Message, _clock.NowNanos);
            return;
        }
        var ends = ++u->SentMessages == call.Messages;
        _recorder.Sent(FrameHeader.Size + session.Send(slot, message, call.HasSlots, ends));
        HasFrames(index);
        if (!ends) _sends.Add(user, due + call.PauseNanos);
    }

    private void OnCallFields(int user, VirtualUser* u, AnswerFields fields)
    {
        var answer = _answers[user];
        if (fields.Encoding != GrpcEncoding.None) answer.Encoding = fields.Encoding;
        if (fields.GrpcStatus < 0) return;
        answer.Status = fields.GrpcStatus;
        if (fields.GrpcStatus > 0 && _recorder.WantsExample(RequestErrorKind.Status))
            answer.Text = Uri.UnescapeDataString(System.Text.Encoding.Latin1.GetString(fields.GrpcMessage));
    }

    private void OnCallBody(Http2Session session, int slot, int user, VirtualUser* u, ReadOnlySpan<byte> body)
    {
        var answer = _answers[user];
        while (true)
        {
            switch (answer.Read(ref body, out var message))
            {
                case GrpcRead.NeedsMore: return;
                case GrpcRead.Whole:
                    if (OnMessage(user, u, answer, message) is not { } fault) continue;
                    EndBadCall(session, slot, user, u, fault);
                    return;
                case GrpcRead.BadPrefix:
                    EndBadCall(session, slot, user, u, "a message begins with a flag that gRPC does not have");
                    return;
                default:
                    EndLargeCall(session, slot, user, u, answer.Length);
                    return;
            }
        }
    }

    /// <summary>Handles a complete message. Returns its fault, or null.</summary>
    private string? OnMessage(int user, VirtualUser* u, GrpcAnswer answer, ReadOnlySpan<byte> message)
    {
        if (_workload.Session.MessageStepOf(u->Step) is >= 0 and var step)
        {
            var now = _clock.NowNanos;
            _recorder.Part(step, answer.LastNanos, answer.LastNanos, now, GrpcCall.PrefixBytes + answer.Length);
            answer.LastNanos = now;
        }
        if (!_checks.ReadsMessage) return null;
        try
        {
            if (answer.IsCompressed) message = MessageCoding.Unpack(message, answer.Encoding switch { GrpcEncoding.Gzip => "gzip", GrpcEncoding.Deflate => "deflate", _ => "" });
            _json.ResetWrittenCount();
            _jsonWriter.Reset(_json);
            WireToJson.Write(CallOf(u)!.Method.Output, message, _jsonWriter);
            _jsonWriter.Flush();
            _checks.OnMessage(ProgressOf(user), _json.WrittenSpan);
            return null;
        }
        catch (Exception e) when (e is GrpcMessageException or InvalidDataException or ArgumentException or InvalidOperationException)
        {
            return $"a message cannot be read: {e.Message}";
        }
    }

    private void EndBadCall(Http2Session session, int slot, int user, VirtualUser* u, string what)
    {
        _recorder.Unaccounted(session.Stream(slot).WireBytes);
        session.Reset(slot, ErrorCode.Cancel);
        Fail(user, u, RequestErrorKind.Protocol, what, _clock.NowNanos);
    }

    // Does what gRPC clients do with a message that is too large for them.
    private void EndLargeCall(Http2Session session, int slot, int user, VirtualUser* u, uint length)
    {
        var answer = _answers[user];
        answer.Status = GrpcStatus.ResourceExhausted;
        answer.Text = $"a message of {length:N0} bytes is larger than the {GrpcAnswer.MaxMessageBytes:N0} that gRPC clients accept";
        var bytes = session.Stream(slot).WireBytes;
        session.Reset(slot, ErrorCode.Cancel);
        EndCall(user, u, answer, bytes, _clock.NowNanos);
    }

    private void OnCallEnd(int user, VirtualUser* u, in Http2Stream stream, long end)
    {
        var answer = _answers[user];
        if (answer.Status < 0 && stream.Status != 200) { EndHttp(user, u, stream, end); return; }
        var fault = answer.Status < 0 ? "the server ended the call without a status (grpc-status)"
            : answer.IsWithinMessage ? "the server ended the call within a message"
            : answer.Status == 0 && !CallOf(u)!.Method.IsServerStreaming && answer.Messages != 1 ? $"the server answered with {answer.Messages} messages, but the method returns exactly one"
            : null;
        if (fault is null) { EndCall(user, u, answer, stream.WireBytes, end); return; }
        _recorder.Unaccounted(stream.WireBytes);
        Fail(user, u, RequestErrorKind.Protocol, fault, end);
    }

    private void EndCall(int user, VirtualUser* u, GrpcAnswer answer, long wireBytes, long end)
    {
        _deadlines.Remove(user);
        if (answer.Status != 0 && _recorder.WantsExample(RequestErrorKind.Status))
            _recorder.Example(RequestErrorKind.Status,
                $"{_http2Requests[u->Step].Plan.Name}: {GrpcStatus.NameOf(answer.Status)}{(string.IsNullOrEmpty(answer.Text) ? "" : $": {answer.Text}")}");
        _recorder.Answered(u->Step, u->RequestIntended, u->RequestStart, end, GrpcStatus.InResults(answer.Status), wireBytes);
        if (_traces is not null) Traced(user, u, end, AnswerOutcome.Of(RequestErrorKind.None, GrpcStatus.InResults(answer.Status)));
        if (_checks.Count > 0)
        {
            _checks.OnStatus(ProgressOf(user), answer.Status);
            _checks.Record(_checks.Finish(ProgressOf(user), answer.Bytes), end - u->RequestStart, _recorder, u->Step);
        }
        EndRequest(user, u, end);
    }
}
