namespace Hello;

/// <summary>The message that both POST endpoints take and send back.</summary>
public sealed class RequestMessage
{
    /// <summary>The name of the sender.</summary>
    public string? Name { get; set; }

    /// <summary>The text of the message.</summary>
    public string? Message { get; set; }
}
