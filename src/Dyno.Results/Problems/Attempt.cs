namespace Dyno.Results;

/// <summary>Work whose failure is an answer too.</summary>
public static class Attempt
{
    /// <summary>What is read; null when a file is missing, cannot be read or is no JSON.</summary>
    public static T? Read<T>(Func<T?> read) where T : class
    {
        try
        {
            return read();
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }

    /// <summary>What the work gives; null when it ends in a fault of the user.</summary>
    public static T? WithoutFault<T>(Func<T?> work) where T : class
    {
        try
        {
            return work();
        }
        catch (UserFault)
        {
            return null;
        }
    }
}
