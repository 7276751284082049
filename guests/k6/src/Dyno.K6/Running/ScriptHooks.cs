namespace Dyno.K6;

/// <summary>
/// The script's <c>setup()</c> and <c>teardown()</c>, which user 0 runs when the run begins and ends, or whenever someone
/// outside asks for them. Thread-safe: they run one after the other.
/// </summary>
internal sealed class ScriptHooks(ScriptRun run, VirtualUserThread main, K6Options options)
{
    private static readonly TimeSpan ObeyLimit = TimeSpan.FromSeconds(5);

    /// <summary>Takes the samples of both functions.</summary>
    public SampleTarget Samples { get; } = new(run.Metrics.CreateLane(), null) { Gate = new object() };

    /// <summary>Runs <c>setup()</c>, where the script has one; users get its result from then on.</summary>
    /// <exception cref="UserFault">The function threw, or took longer than the option setupTimeout allows.</exception>
    /// <exception cref="UserFault">The function ended the run.</exception>
    public async Task SetUpAsync(CancellationToken cancellationToken)
    {
        await CallAsync("setup", "callSetup", options.SetupTimeout, K6ExitCode.SetupTimeout, cancellationToken);
        await UseAsync(await main.DoAsync(user => user.Runtime.Ask("dataJson")));
    }

    /// <summary>Runs <c>teardown()</c>, where the script has one.</summary>
    /// <exception cref="UserFault">The function threw, or took longer than the option teardownTimeout allows.</exception>
    /// <exception cref="UserFault">The function ended the run.</exception>
    public Task TearDownAsync(CancellationToken cancellationToken) =>
        CallAsync("teardown", "callTeardown", options.TeardownTimeout, K6ExitCode.TeardownTimeout, cancellationToken);

    /// <summary>Gives the users data as if <c>setup()</c> had returned them; users that already work keep the data that they have.</summary>
    /// <param name="data">Null for undefined.</param>
    public Task UseAsync(JsonNode? data) => UseAsync(data?.ToJsonString() ?? "");

    private Task<int> UseAsync(string json) => main.DoAsync(user =>
    {
        run.SetupJson = json;
        user.Runtime.Call("setData", user.Vm.From(json));
        return 0;
    });

    private async Task CallAsync(string name, string part, TimeSpan timeout, int timeoutCode, CancellationToken cancellationToken)
    {
        if (await main.DoAsync(user => user.Runtime.Ask("has", user.Vm.From(name))) != "1") return;
        var work = main.DoAsync(user => Call(user, name, part));
        try
        {
            await work.WaitAsync(timeout, run.Clock.Provider, cancellationToken);
        }
        catch (Exception e) when (e is TimeoutException or OperationCanceledException)
        {
            main.User.Cut();
            await Task.WhenAny(work, Task.Delay(ObeyLimit, run.Clock.Provider, CancellationToken.None));
            if (run.AbortMessage is not null) throw K6Faults.Of(K6ExitCode.ScriptAborted, $"{name}() was ended by test.abort()");
            if (e is OperationCanceledException) throw;
            throw K6Faults.Of(timeoutCode, $"{name}() did not end within {DurationText.Format(timeout)}", $"raise the option {name}Timeout");
        }
        catch (ScriptException e)
        {
            if (run.AbortMessage is not null) throw K6Faults.Of(K6ExitCode.ScriptAborted, $"{name}() was ended by test.abort()");
            throw K6Faults.Of(K6ExitCode.ScriptException, run.Errors.Describe(e));
        }
    }

    private int Call(ScriptUser user, string name, string part)
    {
        user.Recording = Samples;
        user.UseTags(options.SystemTags.Contains("group") ? options.Tags.SetItem("group", "::" + name) : options.Tags);
        try
        {
            user.CallAndWait(part);
        }
        finally
        {
            user.Flush();
        }
        return 0;
    }
}
