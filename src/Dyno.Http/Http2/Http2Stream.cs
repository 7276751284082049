namespace Dyno.Http.Http2;

/// <summary>One stream that is open.</summary>
internal struct Http2Stream
{
    public int Id;               // 0: none
    public short Status;         // of the final head; 0 before it
    public bool HasLocation;
    public bool IsEventStream;
    public bool HasNoBody;       // the request was HEAD
    public bool IsSent;          // the request has ended
    public bool EndsWithPending; // what waits for the window is its end
    public long SendWindow;
    public int Unannounced;      // received since the window was last opened
    public long ContentLength;   // −1: not said
    public long BodyBytes;
    public long WireBytes;       // frames of the answer, their headers included
}
