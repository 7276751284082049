namespace Dyno.Serving;

/// <summary>A request that is answered without asking anybody, and ends its connection: what follows on it could be anything.</summary>
/// <param name="status">400 to 599.</param>
/// <param name="sentence">What is wrong with it.</param>
internal sealed class RefusedRequest(int status, string sentence) : Exception(sentence)
{
    public int Status { get; } = status;
}
