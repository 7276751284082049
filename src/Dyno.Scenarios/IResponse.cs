namespace Dyno.Scenarios;

/// <summary>The result of a scenario or a step: good or failed, with the values to record. Immutable.</summary>
public interface IResponse
{
    /// <summary>Whether the scenario or step failed.</summary>
    bool IsError { get; }

    /// <summary>A code as text: an HTTP status as its number or name, or a code of your own; empty for none.</summary>
    string StatusCode { get; }

    /// <summary>Size of the received data in bytes; 0 when unknown.</summary>
    long SizeBytes { get; }

    /// <summary>A message in words; empty for none.</summary>
    string Message { get; }
}
