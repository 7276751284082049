namespace Dyno.Http;

/// <summary>
/// Reads and writes the headers of .NET's messages without the cost of their public API. That API creates the header
/// collection of a request at the first access, although most requests of a load have no headers, and adds the headers of
/// an answer one by one, although most answers repeat the headers of the previous answer. The public API is used where a
/// runtime has other internals.
/// </summary>
public static class MessageHeaders
{
    private static readonly bool HasField = Works(static () =>
    {
        using var request = new HttpRequestMessage();
        return Field(request) is null;
    });
    private static readonly bool HasCopy = Works(static () =>
    {
        using var from = new HttpResponseMessage();
        using var to = new HttpResponseMessage();
        from.Headers.TryAddWithoutValidation("Server", "a");
        AddHeaders(to.Headers, from.Headers);
        return to.Headers.NonValidated["Server"].ToString() == "a";
    });

    /// <summary>The headers of a request; null when it has none.</summary>
    public static HttpRequestHeaders? Of(HttpRequestMessage request) => HasField ? Field(request) : request.Headers;

    /// <summary>Adds headers to a collection that has none.</summary>
    /// <param name="to">The empty collection.</param>
    /// <param name="from">The headers to copy. Not changed, so several threads may copy from it at once.</param>
    public static void Copy(HttpHeaders to, HttpHeaders from)
    {
        if (HasCopy) { AddHeaders(to, from); return; }
        foreach (var (name, values) in from.NonValidated)
            foreach (var value in values) to.TryAddWithoutValidation(name, value);
    }

    private static bool Works(Func<bool> trial)
    {
        try
        {
            return trial();
        }
        catch (MissingMemberException)
        {
            return false;
        }
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_headers")]
    private static extern ref HttpRequestHeaders? Field(HttpRequestMessage request);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "AddHeaders")]
    private static extern void AddHeaders(HttpHeaders to, HttpHeaders from);
}
