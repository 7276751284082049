namespace Dyno.Http;

/// <summary>Frame types of HTTP/2 (RFC 9113, 6); frames of other types are skipped.</summary>
internal enum FrameType : byte
{
    Data,
    Headers,
    Priority,
    ResetStream,
    Settings,
    PushPromise,
    Ping,
    GoAway,
    WindowUpdate,
    Continuation,
}

/// <summary>Flags of frames; the meaning of a bit depends on the frame type.</summary>
internal static class FrameFlags
{
    public const byte Ack = 1;
    public const byte EndStream = 1;
    public const byte EndHeaders = 4;
    public const byte Padded = 8;
    public const byte Priority = 0x20;
}

/// <summary>Settings of a connection (RFC 9113, 6.5.2).</summary>
internal enum SettingId : ushort
{
    HeaderTableSize = 1,
    EnablePush = 2,
    MaxConcurrentStreams = 3,
    InitialWindowSize = 4,
    MaxFrameSize = 5,
    MaxHeaderListSize = 6,
}
