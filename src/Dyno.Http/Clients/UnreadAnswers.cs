using Dyno.Http.Interop;

namespace Dyno.Http.Clients;

/// <summary>
/// Counts the clients whose answer has come without their thread having taken it: the server has done its part, and the
/// generator is behind. Linux; elsewhere none is ever seen. One thread.
/// </summary>
public sealed unsafe class UnreadAnswers : IDisposable
{
    private readonly NativeArray<PollFile> _files;
    private int _count;

    /// <summary>Room for so many clients.</summary>
    /// <param name="clients">Most that are added between two counts.</param>
    public UnreadAnswers(int clients) => _files = new NativeArray<PollFile>(clients);

    /// <summary>One more to look at, if it waits.</summary>
    public void Add(AnswerWait client)
    {
        ArgumentNullException.ThrowIfNull(client);
        var file = client.File;
        if (file < 0 || _count == _files.Length) return;
        *_files.At(_count++) = new PollFile { File = file, Wanted = PollFile.In };
    }

    /// <summary>How many of those that were added have an answer to take; forgets them. One system call.</summary>
    public int Count()
    {
        var (asked, unread) = (_count, 0);
        _count = 0;
        if (asked == 0 || !OperatingSystem.IsLinux() || Libc.poll(_files.At(0), (nuint)asked, 0) <= 0) return 0;
        for (var i = 0; i < asked; i++)
            if ((_files.At(i)->Found & (PollFile.In | PollFile.Error | PollFile.HangUp)) != 0) unread++;
        return unread;
    }

    /// <inheritdoc/>
    public void Dispose() => _files.Dispose();
}
