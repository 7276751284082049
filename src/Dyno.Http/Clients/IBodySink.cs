namespace Dyno.Http;

/// <summary>
/// Receives the body of an answer as it arrives, for code that does not wait for the whole body. The receiving thread makes one
/// call at a time, perhaps under a lock: a sink takes the bytes and returns without waiting.
/// </summary>
public interface IBodySink
{
    /// <summary>A head has arrived. True: the body goes to <see cref="Take"/>; false: the body is collected, as without a sink.</summary>
    /// <param name="head">Head of the answer, or of a redirect that is followed.</param>
    bool Begins(AnswerHead head);

    /// <summary>Whether the body is also collected (or discarded, if the request says so), as without a sink. Default false.</summary>
    bool OnlyLooks => false;

    /// <summary>Takes the next piece of the body, without chunking and not decompressed.</summary>
    /// <exception cref="InvalidDataException">The sink refuses the piece: the request fails.</exception>
    void Take(ReadOnlySpan<byte> piece);
}
