namespace Hello;

/// <summary>What both POST endpoints take and send back.</summary>
public sealed class RequestMessage
{
    /// <summary>Who speaks.</summary>
    public string? Name { get; set; }

    /// <summary>What they say.</summary>
    public string? Message { get; set; }
}
