namespace Dyno.Scenarios;

/// <summary>The names of status codes, looked up once each. Thread-safe: every thread that looks up a name finds the same text.</summary>
internal static class StatusNames
{
    private static readonly string?[] Names = new string?[StepRecorder.StatusLimit];

    public static string Of(HttpStatusCode status) =>
        (uint)status < StepRecorder.StatusLimit ? Names[(int)status] ??= status.ToString() : status.ToString();
}
