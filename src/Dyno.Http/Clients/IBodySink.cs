namespace Dyno.Http.Clients;

/// <summary>
/// Takes the body of an answer as it arrives, for code that does not wait for all of it. Called by whoever receives, one call at a
/// time, perhaps under a lock: it takes what it gets and returns.
/// </summary>
public interface IBodySink
{
    /// <summary>A head has come. True: the body goes to <see cref="Take"/>; false: it is collected, as without a sink.</summary>
    /// <param name="head">Of the answer; of a redirect that is followed, too.</param>
    bool Begins(AnswerHead head);

    /// <summary>Whether the body that it takes is collected as well, or forgotten as the request asks. Default false.</summary>
    bool OnlyLooks => false;

    /// <summary>The next piece of the body, without chunking and not decompressed.</summary>
    /// <exception cref="InvalidDataException">It is not taken: the request fails.</exception>
    void Take(ReadOnlySpan<byte> piece);
}
