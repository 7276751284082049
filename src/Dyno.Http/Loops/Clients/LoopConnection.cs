namespace Dyno.Http;

internal sealed class LoopConnection(LoopOrigin origin, int index, uint id)
{
    public LoopOrigin Origin => origin;

    /// <summary>The answer received so far to the current exchange.</summary>
    public IncomingAnswer Answer { get; } = new();

    public int Index => index;

    /// <summary>Tells events of this socket from those of an earlier one with the same index.</summary>
    public uint Id => id;

    public int File { get; set; } = -1;

    public ConnectionState State { get; set; }

    /// <summary>The current exchange; null while the connection is idle.</summary>
    public LoopExchange? Exchange { get; set; }

    /// <summary>Whether at least one complete answer came over the connection: a close may then be a stale keep-alive.</summary>
    public bool HasAnswered { get; set; }

    /// <summary>The peer will send no more.</summary>
    public bool PeerClosing { get; set; }

    public bool IsQueuedAgain { get; set; }

    public bool HoldsTurn { get; set; }

    /// <summary>Index of the address being tried; <see cref="AddressesLeft"/> more follow.</summary>
    public int Address { get; set; }

    public int AddressesLeft { get; set; }

    /// <summary>The rest of a request that the socket has not taken yet.</summary>
    public ReadOnlyMemory<byte> Unsent { get; set; }

    /// <summary>Bytes of an unfinished head.</summary>
    public byte[] Stash { get; set; } = [];

    public int StashLength { get; set; }

    public long Received { get; set; }

    /// <summary>Bytes of the current request that the system has taken.</summary>
    public long Sent { get; set; }

    /// <summary>Begins an exchange: the next received bytes are its answer.</summary>
    public void Begin(LoopExchange exchange, int maxHeadBytes)
    {
        (Exchange, exchange.Connection) = (exchange, this);
        Answer.Begin(exchange.IsHeadRequest, maxHeadBytes, exchange.MaxBodyBytes, discardBody: false, sharesBodies: true);
        (Received, Sent, StashLength) = (0, 0, 0);
    }
}
