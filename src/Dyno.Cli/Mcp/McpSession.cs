using ModelContextProtocol;
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

namespace Dyno.Cli;

/// <summary>One client's session over standard input and output, until the input is closed or a signal comes.</summary>
internal sealed class McpSession(Terminal terminal, AgentCaps caps)
{
    private static readonly TimeSpan BetweenSigns = TimeSpan.FromSeconds(5); // clients give up on a request that shows no sign of life
    private static readonly TimeProvider Time = TimeProvider.System;
    private readonly ImmutableArray<DynoTool> _tools =
        [new RunTool(), CompareTool.Compare, CompareTool.Why, new TuneTool(), new TrendTool(), new HistoryTool(), new DoctorTool(), new ExplainTool()];

    /// <summary>Serves the client.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync()
    {
        using var interruption = new Interruption(terminal, terminal.Error.WriteLine);
        await terminal.Error.WriteLineAsync("dyno: waiting for a client of the Model Context Protocol on standard input; Ctrl-D ends");
        using var closing = CancellationTokenSource.CreateLinkedTokenSource(interruption.Signals.Stopping);
        await using var children = new ChildDyno(Time, closing.Token);
        await using var input = new WatchedInput(terminal.OpenIn(), closing);
        await using var transport = new StreamServerTransport(input, terminal.OpenOut(), "dyno");
        await using var server = McpServer.Create(transport, OptionsOf(children, closing.Token));
        try
        {
            await server.RunAsync(closing.Token);
        }
        catch (OperationCanceledException)
        {
            // The end of a session.
        }
        await closing.CancelAsync(); // also when the connection broke
        interruption.RunIsOver();
        return interruption.Signals.IsStopping ? ExitCode.Interrupted : ExitCode.Success;
    }

    private McpServerOptions OptionsOf(ChildDyno children, CancellationToken closing) => new()
    {
        ServerInfo = new Implementation { Name = "dyno", Title = "Dyno", Version = VersionLine.Short },
        ServerInstructions = "Dyno measures HTTP APIs. For whether a change made a difference call compare, never run twice. "
            + "An unclear, void or not judged result shows no difference in either direction: pass on what the answer says may be concluded, and do not call it faster or slower. " + caps.InWords,
        Capabilities = new ServerCapabilities { Tools = new ToolsCapability() },
        Handlers = new McpServerHandlers
        {
            ListToolsHandler = (_, _) => ValueTask.FromResult(new ListToolsResult { Tools = [.. _tools.Select(tool => tool.ToProtocol())] }),
            CallToolHandler = async (request, cancellation) =>
            {
                using var ends = CancellationTokenSource.CreateLinkedTokenSource(cancellation, closing);
                return (await CallAsync(request, children, ends.Token)).ToProtocol();
            },
        },
    };

    private async Task<ToolAnswer> CallAsync(RequestContext<CallToolRequestParams> request, ChildDyno children, CancellationToken cancellation)
    {
        var name = request.Params.Name;
        if (_tools.FirstOrDefault(tool => tool.Name == name) is not { } tool)
            throw new McpProtocolException($"there is no tool {name}: call {string.Join(", ", _tools.Select(known => known.Name))}", McpErrorCode.InvalidParams);
        await using var progress = new ProgressSigns(request, Time, BetweenSigns);
        try
        {
            var arguments = new ToolArguments(tool.Parameters, request.Params.Arguments);
            return await tool.CallAsync(arguments, new ToolCall(caps, children, progress.Say, cancellation));
        }
        catch (CapException refused)
        {
            return new ToolAnswer($"Refused, nothing was sent: {refused.Message}", IsError: true);
        }
        catch (UserFault fault)
        {
            return new ToolAnswer($"Nothing was sent: {VisibleText.Of(fault.Problems.IsEmpty ? Redaction.Lines(fault.Message) : fault.Message)}{(fault.Hint is { } hint ? $"\n{hint}" : "")}", IsError: true);
        }
        catch (Exception failure) when (failure is not (OperationCanceledException or McpException))
        {
            return new ToolAnswer($"A fault of Dyno, nothing may be concluded: {failure.GetType().Name}: {Redaction.Lines(failure.Message)}", IsError: true);
        }
    }
}
