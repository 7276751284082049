using System.Collections.Frozen;

namespace Dyno.Profiling;

/// <summary>
/// Stacks as the source reads. Behind an await, the awaiting method runs on the stack of what it awaited, so that the callee would contain
/// its caller: such stacks are cut at the last resumption.
/// </summary>
internal static class LogicalStack
{
    private static readonly FrozenSet<string> Resumptions = FrozenSet.ToFrozenSet(
    [
        "System.Threading.Tasks.Task.RunContinuations", "System.Threading.Tasks.AwaitTaskContinuation.RunOrScheduleAction",
        "System.Runtime.CompilerServices.AsyncTaskMethodBuilder.AsyncStateMachineBox.MoveNext",
        "System.Runtime.CompilerServices.AsyncTaskMethodBuilder.AsyncStateMachineBox.ExecutionContextCallback",
        "System.Runtime.CompilerServices.AsyncTaskMethodBuilder.AsyncStateMachineBox.ExecuteFromThreadPool",
        "System.Threading.ExecutionContext.RunInternal", "System.Threading.ExecutionContext.RunFromThreadPoolDispatchLoop",
        "System.Threading.ThreadPoolWorkQueue.Dispatch",
        // .NET 11, whose framework is compiled with runtime async:
        "System.Runtime.CompilerServices.AsyncHelpers.RuntimeAsyncTask.DispatchContinuations",
        "System.Runtime.CompilerServices.AsyncHelpers.RuntimeAsyncTask.ExecuteDirectly",
        "System.Runtime.CompilerServices.RuntimeAsyncTaskContinuation.Execute",
    ], StringComparer.Ordinal);

    /// <summary>The stack from its last resumption on.</summary>
    public static ImmutableArray<CodeFrame> Of(ImmutableArray<CodeFrame> stack)
    {
        for (var i = stack.Length - 2; i >= 0; i--)
            if (Resumptions.Contains(stack[i].Name)) return stack[(i + 1)..];
        return stack;
    }
}
