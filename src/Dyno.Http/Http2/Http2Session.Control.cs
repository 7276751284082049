namespace Dyno.Http;

/// <content>Frames about the connection, and limits on the frames that do not advance an answer.</content>
internal sealed partial class Http2Session
{
    // Limits between two pieces of an answer: far above what servers send, far below harmful numbers.
    private const int MaxPings = 1000;    // also of acknowledgements that the server has not read
    private const int MaxSettings = 100;
    private const int MaxEmptyData = 1000;
    private const int MaxIdleFrames = 10_000;

    private int _unread; // acknowledgements since the server has last read everything
    private int _pings;
    private int _settings;
    private int _emptyData;
    private int _idleFrames;

    private void Progress() => (_pings, _settings, _emptyData, _idleFrames) = (0, 0, 0, 0);

    private void CountIdle()
    {
        if (++_idleFrames > MaxIdleFrames) Fail(Http2Fault.IdleFrameFlood);
    }

    private void OnSettings(FrameHeader frame, ReadOnlySpan<byte> payload)
    {
        if (frame.Stream != 0) { Fail(Http2Fault.WrongStream); return; }
        if (frame.Has(FrameFlags.Ack))
        {
            if (!payload.IsEmpty) Fail(Http2Fault.BadLength);
            else CountIdle();
            return;
        }
        if (payload.Length % 6 != 0) { Fail(Http2Fault.BadLength); return; }
        if (++_settings > MaxSettings) { Fail(Http2Fault.SettingsFlood); return; }
        if (!_sawSettings) _maxStreams = int.MaxValue; // a server without this setting allows any number
        _sawSettings = true;
        for (; payload.Length > 0 && Fault == Http2Fault.None; payload = payload[6..])
            Apply((SettingId)BinaryPrimitives.ReadUInt16BigEndian(payload), BinaryPrimitives.ReadUInt32BigEndian(payload[2..]));
        if (Fault != Http2Fault.None || !MayAcknowledge(Http2Fault.SettingsFlood)) return;
        Out.Write(FrameType.Settings, FrameFlags.Ack, 0, default);
        SendPending();
    }

    private void Apply(SettingId setting, uint value)
    {
        switch (setting)
        {
            case SettingId.HeaderTableSize:
                Encoder.Resize((int)Math.Min(value, int.MaxValue));
                break;
            case SettingId.EnablePush when value != 0:
                Fail(Http2Fault.BadSetting);
                break;
            case SettingId.MaxConcurrentStreams:
                _maxStreams = (int)Math.Min(value, int.MaxValue);
                break;
            case SettingId.InitialWindowSize when value > int.MaxValue:
                Fail(Http2Fault.WindowExceeded);
                break;
            case SettingId.InitialWindowSize:
                ShiftWindows((int)value - (long)_streamSendWindow);
                _streamSendWindow = (int)value;
                break;
            case SettingId.MaxFrameSize when value is < FrameHeader.DefaultMaxFrame or > 0xFF_FFFF:
                Fail(Http2Fault.BadSetting);
                break;
            case SettingId.MaxFrameSize:
                _maxFrame = (int)value;
                break;
        }
    }

    private void ShiftWindows(long difference)
    {
        for (var slot = 0; slot < _streams.Length; slot++)
        {
            if (_streams[slot].Id == 0) continue;
            _streams[slot].SendWindow += difference;
            if (_streams[slot].SendWindow > int.MaxValue) { Fail(Http2Fault.WindowExceeded); return; }
        }
    }

    private void OnPing(FrameHeader frame, ReadOnlySpan<byte> payload)
    {
        if (frame.Stream != 0) { Fail(Http2Fault.WrongStream); return; }
        if (payload.Length != 8) { Fail(Http2Fault.BadLength); return; }
        if (frame.Has(FrameFlags.Ack)) { CountIdle(); return; }
        if (++_pings > MaxPings) { Fail(Http2Fault.PingFlood); return; }
        if (!MayAcknowledge(Http2Fault.PingFlood)) return;
        Out.Write(FrameType.Ping, FrameFlags.Ack, 0, payload);
    }

    // A server that asks on and on between the pieces of an answer, and reads no acknowledgement, would fill the memory with them.
    private bool MayAcknowledge(Http2Fault flood)
    {
        if (Out.Length == 0) _unread = 0;
        if (++_unread <= MaxPings) return true;
        Fail(flood);
        return false;
    }

    private void OnGoAway(FrameHeader frame, ReadOnlySpan<byte> payload)
    {
        if (frame.Stream != 0) { Fail(Http2Fault.WrongStream); return; }
        if (payload.Length < 8) { Fail(Http2Fault.BadLength); return; }
        CountIdle();
        IsGoingAway = true;
        GoAwayCode = (ErrorCode)BinaryPrimitives.ReadUInt32BigEndian(payload[4..]);
        var last = (int)(BinaryPrimitives.ReadUInt32BigEndian(payload) & 0x7FFF_FFFF);
        for (var slot = 0; slot < _streams.Length; slot++)
        {
            if (_streams[slot].Id <= last) continue;
            var stream = _streams[slot];
            Close(slot);
            _resets++;
            _listener.OnReset(this, slot, stream, ErrorCode.RefusedStream, wasNotBegun: true);
        }
    }

    private void OnResetStream(FrameHeader frame, ReadOnlySpan<byte> payload)
    {
        if (payload.Length != 4) { Fail(Http2Fault.BadLength); return; }
        if (!IsOurs(frame.Stream)) return;
        var slot = _slotOf.Find(frame.Stream);
        if (slot < 0) { CountIdle(); return; } // both sides may reset a stream at the same time, or the stream has just ended
        var stream = _streams[slot];
        var code = (ErrorCode)BinaryPrimitives.ReadUInt32BigEndian(payload);
        Close(slot);
        _listener.OnReset(this, slot, stream, code, wasNotBegun: code == ErrorCode.RefusedStream);
    }

    private void OnWindowUpdate(FrameHeader frame, ReadOnlySpan<byte> payload)
    {
        if (payload.Length != 4) { Fail(Http2Fault.BadLength); return; }
        var increment = (int)(BinaryPrimitives.ReadUInt32BigEndian(payload) & 0x7FFF_FFFF);
        CountIdle();
        if (frame.Stream == 0)
        {
            _sendWindow += increment;
            if (increment == 0) Fail(Http2Fault.BadWindow);
            else if (_sendWindow > int.MaxValue) Fail(Http2Fault.WindowExceeded);
            else SendPending();
            return;
        }
        if (!IsOurs(frame.Stream)) return;
        var slot = _slotOf.Find(frame.Stream);
        if (slot < 0) return;
        _streams[slot].SendWindow += increment;
        if (increment == 0) FailStream(slot, Http2Fault.BadWindow);
        else if (_streams[slot].SendWindow > int.MaxValue) FailStream(slot, Http2Fault.WindowExceeded);
        else SendPending();
    }
}
