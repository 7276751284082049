using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <content>Sending: all waiting requests are sent in one call.</content>
internal sealed partial class PortableConnection
{
    /// <summary>Sends all unsent requests; opens the connection first where needed.</summary>
    private void Flush()
    {
        if (_unsent == 0 || _isSending || _state == State.Opening) return;
        // An iteration start of the open model is paced by its schedule: its request is tried, and may fail, without waiting for the pause to end.
        if (_state == State.Pausing && !_worker.IsPaced(_ring[0])) return;
        if (_state == State.Pausing) _state = State.Closed;
        if (_state == State.Closed) { Open(); return; }
        var bytes = TakeUnsent();
        _bytesSent += bytes.Length;
        _sent += bytes.Length;
        _isSending = true;
        if (!_transport!.Send(bytes)) FinishSend();
    }

    private ReadOnlyMemory<byte> TakeUnsent()
    {
        var first = _ring.Count - _unsent;
        var count = _unsent;
        _unsent = 0;
        var now = _worker.Clock.NowNanos;
        for (var i = first; i < first + count; i++) MarkSent(_ring[i], now);
        var only = _ring[first];
        only.SentBefore = _sent;
        if (count == 1 && !only.Request.HasSlots) return only.Request.Fixed;
        var length = 0;
        for (var i = first; i < first + count; i++) length += _ring[i].Request.MaxLength;
        if (_output.Length < length) _output = new byte[length];
        length = 0;
        _values ??= _worker.CreateValues();
        for (var i = first; i < first + count; i++)
        {
            _ring[i].SentBefore = _sent + length;
            _values.User = _worker.NumberOf(_ring[i]);
            length += _ring[i].Request.Write(_ring[i].Row, _output.AsSpan(length), _values);
            _ring[i].Trace = _values.Trace;
        }
        return _output.AsMemory(0, length);
    }

    private void MarkSent(VirtualUserState user, long now)
    {
        if (!user.IsRetried) user.RequestStart = now;
        user.Deadline = user.RequestStart + _target.TimeoutNanos;
    }

    private void FinishSend()
    {
        _isSending = false;
        _earlyAnswerAt = 0;
        if (_transport!.SendError != RequestErrorKind.None) Close(_transport.SendError, _transport.ErrorText, byPeer: true);
        else if (_unsent > 0) Flush();
    }
}
