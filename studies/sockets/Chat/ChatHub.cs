using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.SignalR;

namespace Chat;

/// <summary>The methods that clients can call: an answer, a stream of answers, and a message to all clients.</summary>
#pragma warning disable CA1822 // SignalR calls instance methods
internal sealed class ChatHub : Hub
{
    public string Echo(string text) => text;

    public async IAsyncEnumerable<int> Count(int to, int every, [EnumeratorCancellation] CancellationToken left)
    {
        for (var i = 0; i < to; i++)
        {
            if (i > 0) await Task.Delay(every, left);
            yield return i;
        }
    }

    public Task Say(string text) => Clients.All.SendAsync("said", text);
}
