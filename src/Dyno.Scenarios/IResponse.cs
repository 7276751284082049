namespace Dyno.Scenarios;

/// <summary>What a scenario or a step says of what it did: good or failed, with what is to be recorded. Immutable.</summary>
public interface IResponse
{
    /// <summary>Whether it failed.</summary>
    bool IsError { get; }

    /// <summary>A code as text: an HTTP status as its number or name, or a code of your own; empty for none.</summary>
    string StatusCode { get; }

    /// <summary>Size of what was received, in bytes; 0 when unknown.</summary>
    long SizeBytes { get; }

    /// <summary>What happened, in words; empty for nothing to say.</summary>
    string Message { get; }
}
