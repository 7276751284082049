using System.Globalization;
using System.Net.Http.Headers;
using System.Text;
using Dyno.Load.Plans;
using Dyno.Results;

namespace Dyno.K6.Logs;

/// <summary>
/// Posts the lines of a log to Loki once per period, in a task of its own. Code that writes a line never waits: lines that do not fit are
/// counted, and the count becomes a line. The user is told once that a receiver takes nothing; Dyno then tries it less and less often, and
/// sends the waiting lines when it is back. Thread-safe.
/// </summary>
public sealed class LokiLog : IAsyncDisposable
{
    /// <summary>Most characters that wait; at this number no more lines are taken.</summary>
    public const int MostWaiting = 8 * 1024 * 1024;

    private const int MostAtOnce = 1024 * 1024;
    private const int CostOfLine = 100; // characters that a line counts in addition to its message

    private static readonly TimeSpan PushLimit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan FirstPause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(16);

    private readonly LokiSettings _settings;
    private readonly Action<string> _tell;
    private readonly TimeProvider _time;
    private readonly LokiJson _json;
    private readonly HttpClient _http;
    private readonly CancellationTokenSource _ending = new();
    private readonly CancellationTokenSource _abort = new();
    private readonly Task _pump;

    private readonly Lock _gate = new();
    private readonly Queue<LogLine> _waiting = [];
    private int _held; // characters of the waiting lines and of the lines in hand
    private int _taken; // lines taken in this period
    private int _beyondLimit;
    private int _beyondRoom;
    private long _periodBegan;
    private bool _isOver;

    private List<LogLine> _inHand = []; // used by the pump alone
    private TimeSpan? _pause;
    private bool _hasTold;

    private LokiLog(LokiSettings settings, Action<string> tell, TimeProvider time)
    {
        (_settings, _tell, _time, _json) = (settings, tell, time, new LokiJson(settings));
        var handler = new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false, UseProxy = false };
        _http = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
        if (settings.UserInfo is { } user)
            _http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes(user)));
        foreach (var (name, value) in settings.Headers)
        {
            _http.DefaultRequestHeaders.Remove(name);
            _http.DefaultRequestHeaders.TryAddWithoutValidation(name, value);
        }
        _periodBegan = time.GetTimestamp();
        _pump = Task.Run(PumpAsync, CancellationToken.None);
    }

    /// <summary>Begins. Nothing is sent until the first period is over.</summary>
    /// <param name="settings">Where to, and what.</param>
    /// <param name="tell">Takes what the user must know.</param>
    /// <param name="time">The clock.</param>
    public static LokiLog Start(LokiSettings settings, Action<string> tell, TimeProvider time)
    {
        ArgumentNullException.ThrowIfNull(settings);
        return new LokiLog(settings, tell, time);
    }

    /// <summary>Takes a line. Never waits for the receiver and never throws.</summary>
    public void Offer(LogLine line)
    {
        ArgumentNullException.ThrowIfNull(line);
        if (!LogLevels.Includes(_settings.LowestLevel, line.Level)) return;
        lock (_gate)
        {
            if (_isOver) return;
            EndPeriodWhenDue();
            if (_taken >= _settings.Limit) { _beyondLimit++; return; }
            if (_held >= MostWaiting) { _beyondRoom++; return; }
            _taken++;
            Add(line.Message.Length <= _settings.MostCharacters ? line : line with { Message = Shorten(line.Message) });
        }
    }

    /// <summary>Takes no more lines, and gives the receiver a few seconds for those that wait.</summary>
    public async ValueTask DisposeAsync()
    {
        lock (_gate)
        {
            SayDropped();
            _isOver = true;
        }
        await _ending.CancelAsync();
        if (!await EndsWithinAsync(EndLimit))
        {
            await _abort.CancelAsync();
            await EndsWithinAsync(TimeSpan.FromMilliseconds(500));
        }
        _http.Dispose();
    }

    private async Task<bool> EndsWithinAsync(TimeSpan limit)
    {
        try
        {
            await _pump.WaitAsync(limit, _time);
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
    }

    private async Task PumpAsync()
    {
        while (!_ending.IsCancellationRequested)
        {
            await Task.Delay(_pause ?? _settings.PushPeriod, _time, _ending.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            lock (_gate) EndPeriodWhenDue();
            await PushWaitingAsync();
        }
        await PushWaitingAsync(); // sends the lines that came during the last push
    }

    private async Task PushWaitingAsync()
    {
        while (!_abort.IsCancellationRequested && FillHand())
        {
            if (await PushAsync()) _pause = null;
            else
            {
                _pause = LongerPause();
                return;
            }
        }
    }

    private TimeSpan LongerPause()
    {
        var pause = _pause * 2 ?? FirstPause;
        if (pause > LongestPause) pause = LongestPause;
        return pause > _settings.PushPeriod ? pause : _settings.PushPeriod;
    }

    private bool FillHand()
    {
        lock (_gate)
        {
            var size = _inHand.Sum(SizeOf);
            while (size < MostAtOnce && _waiting.TryDequeue(out var line))
            {
                _inHand.Add(line);
                size += SizeOf(line);
            }
        }
        return _inHand.Count > 0;
    }

    private void EmptyHand()
    {
        lock (_gate) _held -= _inHand.Sum(SizeOf);
        _inHand = [];
    }

    private async Task<bool> PushAsync()
    {
        var began = _time.GetTimestamp();
        using var limit = new CancellationTokenSource(PushLimit, _time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, _abort.Token);
        try
        {
            using var content = new ByteArrayContent(_json.Write(_inHand)) { Headers = { ContentType = new MediaTypeHeaderValue("application/json") } };
            using var answer = await _http.PostAsync(_settings.Url, content, either.Token);
            if (_settings.IsProfiled) TellTime(began);
            if (answer.IsSuccessStatusCode)
            {
                EmptyHand();
                return true;
            }
            Tell($"the server answered {(int)answer.StatusCode} {answer.ReasonPhrase}");
            // A receiver that refuses lines would refuse them again; a receiver that is busy or broken now may take them later.
            if ((int)answer.StatusCode is < 500 and not (408 or 429)) EmptyHand();
        }
        catch (Exception failure)
        {
            Tell(failure is OperationCanceledException ? "the server did not answer in time" : failure.Message);
        }
        return false;
    }

    private void TellTime(long began) => _tell(string.Create(CultureInfo.InvariantCulture,
        $"--log-output: {_inHand.Count} lines took {_time.GetElapsedTime(began).TotalMilliseconds:0.#} ms to Loki"));

    private void Tell(string reason)
    {
        if (_hasTold) return;
        _hasTold = true;
        _tell($"--log-output: the log cannot reach {_settings.Url}: {Redaction.Text(reason)}; lines that Loki does not accept are lost");
    }

    private void EndPeriodWhenDue()
    {
        var now = _time.GetTimestamp();
        if (_time.GetElapsedTime(_periodBegan, now) < _settings.PushPeriod) return;
        (_periodBegan, _taken) = (now, 0);
        SayDropped();
    }

    private void SayDropped()
    {
        if (_held >= MostWaiting) return; // lines are only counted until there is room
        if (_beyondLimit > 0) Add(Dropped(_beyondLimit, $"more than {_settings.Limit} in {DurationText.Format(_settings.PushPeriod)} (limit, pushPeriod)"));
        if (_beyondRoom > 0) Add(Dropped(_beyondRoom, "more than Loki took"));
        (_beyondLimit, _beyondRoom) = (0, 0);
    }

    private LogLine Dropped(int count, string why) => new(_time.GetUtcNow(), "warning", $"{count} log {(count == 1 ? "line was" : "lines were")} dropped: {why}", "");

    private void Add(LogLine line)
    {
        _waiting.Enqueue(line);
        _held += SizeOf(line);
    }

    private static int SizeOf(LogLine line) => line.Message.Length + CostOfLine;

    // Secrets are masked before the cut, because half a secret would not be recognised.
    private string Shorten(string message)
    {
        message = Redaction.Lines(message);
        var most = _settings.MostCharacters;
        if (message.Length <= most) return message;
        return string.Concat(message.AsSpan(0, most - most / 2), $" … {message.Length - most} characters are left out … ", message.AsSpan(message.Length - most / 2));
    }
}
