namespace Dyno.Scenarios;

/// <summary>A failed response in words.</summary>
internal static class ErrorText
{
    public static string Of(IResponse response) => (response.StatusCode.Length, response.Message.Length) switch
    {
        (0, 0) => "reported as failed",
        (0, _) => response.Message,
        (_, 0) => $"reported as failed with {response.StatusCode}",
        _ => $"{response.StatusCode}: {response.Message}",
    };
}
