using Dyno.JavaScript;
using Dyno.Results.Problems;

namespace Dyno.Cli.Scripts;

/// <summary>What keeps a script from being read or run, as text and exit code.</summary>
internal static class ScriptFailure
{
    /// <summary>Runs something with a script, and tells the user when it cannot be done.</summary>
    public static async Task<int> TellAsync(Terminal terminal, Func<Task<int>> work, Action? before = null)
    {
        try
        {
            return await work();
        }
        catch (UserFault failure)
        {
            before?.Invoke();
            foreach (var line in failure.Message.Split('\n')) terminal.Error.WriteLine($"dyno: {line}");
            if (failure.Hint is { } hint) terminal.Error.WriteLine($"      {hint}");
            return failure.ExitsWith;
        }
        catch (ScriptEngineMissingException missing)
        {
            before?.Invoke();
            terminal.Error.WriteLine($"dyno: {missing.Message}\n      {missing.Hint}");
            return ExitCode.WrongInput;
        }
    }
}
