namespace Dyno.Http;

/// <summary>One open stream.</summary>
internal struct Http2Stream
{
    public int Id;               // 0: no stream
    public short Status;         // status of the final head; 0 before that head
    public bool HasLocation;
    public bool IsEventStream;
    public bool HasNoBody;       // the request was HEAD
    public bool IsSent;          // the request has ended
    public bool EndsWithPending; // the request ends with the pending data
    public long SendWindow;
    public int Unannounced;      // bytes received since the last WINDOW_UPDATE
    public long ContentLength;   // −1: unknown
    public long BodyBytes;
    public long WireBytes;       // bytes of the answer's frames, frame headers included
}
