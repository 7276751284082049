namespace Dyno.Http.Tests;

/// <summary>
/// HTTP/2 of loads and of clients against nghttpd: an implementation of somebody else, strict about what the standard asks
/// for, with settings that Kestrel does not have.
/// </summary>
[Trait("Length", "Long")]
public class NghttpdTests : DriverTests
{
    private static readonly byte[] Page = Noise(20_000);
    private static readonly byte[] Large = Noise(1 << 20);
    private static readonly byte[] Upload = Noise(300_000); // the window is 65,535 bytes

    // What changes the frames, but nothing that anybody sees.
    private static readonly string[] Quirks =
    [
        "--padding=200", "--trailer=x-sum: 7", "--header-table-size=0", "--header-table-size=100", "--encoder-header-table-size=0",
        "--no-content-length", "--window-bits=10", "--connection-window-bits=20",
    ];

    public static TheoryData<string, bool> QuirksOfLoads => QuirksWith(false, true);

    public static TheoryData<string, ClientWay> QuirksOfClients => QuirksWith(Enum.GetValues<ClientWay>());

    public static TheoryData<ClientWay> Ways => [.. Enum.GetValues<ClientWay>()];

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_load_shares_its_connections_over_either_wire(bool isTls)
    {
        await using var server = await NghttpdServer.StartAsync(isTls);

        var seen = Load(DriverRun.Get(server.Put("page", Page)), Page.Length, new HttpOptions { StreamsPerConnection = 20 }).Iterate(40, 2000);

        seen.Good.ShouldBe(2000, Why(seen));
        seen.Recorder.CheckPasses[0].ShouldBe(2000);
        seen.Recorder.ConnectionsOpened.ShouldBe(2);
    }

    [Theory, MemberData(nameof(QuirksOfLoads))]
    public async Task The_answers_of_a_load_are_whole_whatever_the_server_sets(string quirk, bool isTls)
    {
        await using var server = await NghttpdServer.StartAsync(isTls, quirk);
        var request = DriverRun.Get(server.Put("page", Page)) with { Headers = [new("X-One", "one"), new("X-Two", new string('2', 60))] };

        var seen = Load(request, Page.Length).Iterate(20, 600);

        seen.Good.ShouldBe(600, Why(seen));
        seen.Recorder.CheckPasses[0].ShouldBe(600);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
    }

    [Theory]
    [InlineData("--window-bits=16", false)]
    [InlineData("--window-bits=16", true)]
    [InlineData("--window-bits=10", false)]
    [InlineData("--window-bits=10", true)]
    public async Task The_uploads_of_a_load_go_through_the_windows_and_come_back(string window, bool isTls)
    {
        await using var server = await NghttpdServer.StartAsync(isTls, window, "--echo-upload");
        var request = DriverRun.Get(server.UrlOf("anything")) with { Method = "POST", Body = Upload };

        var seen = Load(request, Upload.Length).Iterate(8, 40);

        // The upload that begins before the settings come may be larger than they allow. RFC 9113, 6.9.3 lets the server reset it, and nghttpd
        // does so when it sees them confirmed, with 65,535 bytes received and none after that.
        var resets = window == "--window-bits=10" && seen.Failed > 0 ? 1 : 0;
        if (resets > 0) Why(seen).ShouldBe("GET /: the server reset the stream: FLOW_CONTROL_ERROR");
        seen.Good.ShouldBe(40 - resets, Why(seen));
        seen.Recorder.CheckPasses[0].ShouldBe(seen.Good);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
        seen.Recorder.BytesSent.ShouldBeGreaterThan(seen.Good * Upload.Length);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_load_keeps_to_the_streams_that_the_server_allows(bool isTls)
    {
        await using var server = await NghttpdServer.StartAsync(isTls, "-m", "10");

        var seen = Load(DriverRun.Get(server.Put("page", Page)), Page.Length, new HttpOptions { StreamsPerConnection = 50 }).Iterate(50, 1000);

        seen.Good.ShouldBe(1000, Why(seen));
        seen.Failed.ShouldBe(0);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
        seen.Workload.NegotiatedProtocols.Take(2).ShouldBe(["HTTP/2", "HTTP/2: 10 of 50 streams a connection, as the server allows"]);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_is_not_there_is_a_status_and_the_connection_goes_on(bool isTls)
    {
        await using var server = await NghttpdServer.StartAsync(isTls);
        var there = DriverRun.Get(server.Put("page", Page));
        var run = Load(there, Page.Length);

        var seen = (run with { Requests = [there, DriverRun.Get(server.UrlOf("none"))] }).Iterate(10, 100);

        (seen.Statuses(200), seen.Statuses(404)).ShouldBe((100, 100));
        seen.Recorder.Steps[0].Service.Count.ShouldBe(100);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_load_takes_answers_that_come_before_its_uploads_are_over(bool isTls)
    {
        await using var server = await NghttpdServer.StartAsync(isTls, "--early-response");
        var request = DriverRun.Get(server.Put("page", Page)) with { Method = "POST", Body = Upload };

        var seen = Load(request, Page.Length).Iterate(8, 80);

        seen.Good.ShouldBe(80, Why(seen));
        seen.Recorder.CheckPasses[0].ShouldBe(80);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
    }

    [Theory, MemberData(nameof(QuirksOfClients))]
    public async Task A_client_has_pages_and_uploads_as_they_are_whatever_the_server_sets(string quirk, ClientWay kind)
    {
        await using var server = await NghttpdServer.StartAsync(IsTls(kind), quirk, "--echo-upload");
        var get = new WireRequest { Url = server.Put("large", Large), Headers = [new("X-One", "one"), new("X-Two", new string('2', 60))] };
        var post = get with { Method = "POST", Body = Upload };
        await ClientOnThread.RunAsync(kind, way =>
        {
            foreach (var answer in way.SendTogether(get, post, get, post).Append(way.SendLong(get)).Append(way.SendLong(post)))
            {
                answer.Error.ShouldBe(RequestErrorKind.None, answer.ErrorText);
                (answer.Status, answer.Protocol, answer.Header("x-sum")).ShouldBe((200, "HTTP/2.0", null));
                answer.Body.Span.SequenceEqual(answer.Method == "POST" ? Upload : Large).ShouldBeTrue($"{answer.Body.Length} bytes of {answer.Method}");
            }
        }, version: VersionOf(kind));
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_client_finds_room_for_more_requests_than_a_connection_has_streams(ClientWay kind)
    {
        await using var server = await NghttpdServer.StartAsync(IsTls(kind), "-m", "10");
        var request = new WireRequest { Url = server.Put("page", Page) };
        await ClientOnThread.RunAsync(kind, way =>
        {
            for (var round = 0; round < 3; round++)
            {
                var answers = way.SendTogether([.. Enumerable.Range(0, 60).Select(_ => request with { })]);
                answers.Where(a => a.Error != RequestErrorKind.None).Select(a => a.ErrorText).ShouldBeEmpty();
                answers.ShouldAllBe(a => a.Status == 200 && a.Body.Length == Page.Length);
            }
        }, version: VersionOf(kind));
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_client_goes_on_after_a_404_and_after_an_answer_before_the_end_of_its_upload(ClientWay kind)
    {
        await using var server = await NghttpdServer.StartAsync(IsTls(kind), "--early-response");
        var upload = new WireRequest { Method = "POST", Url = server.Put("page", Page), Body = Large };
        var missing = new WireRequest { Url = server.UrlOf("none") };
        await ClientOnThread.RunAsync(kind, way =>
        {
            for (var i = 0; i < 5; i++)
            {
                var early = way.SendLong(upload);
                early.Error.ShouldBe(RequestErrorKind.None, early.ErrorText);
                (early.Status, early.Body.Span.SequenceEqual(Page), early.IsConnectionReused).ShouldBe((200, true, i > 0));
                var none = way.SendLong(missing);
                (none.Status, none.IsConnectionReused).ShouldBe((404, true), none.ErrorText);
            }
        }, version: VersionOf(kind));
    }

    private static TheoryData<string, T> QuirksWith<T>(params T[] others)
    {
        var rows = new TheoryData<string, T>();
        foreach (var quirk in Quirks)
            foreach (var other in others) rows.Add(quirk, other);
        return rows;
    }

    private static bool IsTls(ClientWay kind) => kind is ClientWay.BlockingTls or ClientWay.LoopedTls;

    private static WireVersion VersionOf(ClientWay kind) => IsTls(kind) ? WireVersion.Agreed : WireVersion.Http2;

    private static byte[] Noise(int length)
    {
        var bytes = new byte[length];
        new Random(length).NextBytes(bytes);
        return bytes;
    }

    private static DriverRun Load(HttpRequestPlan request, int size, HttpOptions? options = null) => new()
    {
        Requests = [request],
        Options = (options ?? new HttpOptions()) with
        {
            Version = HttpVersionChoice.Http2,
            Tls = new TlsClientOptions { CaFile = TestCertificates.AuthorityFile },
            Checks = [new($"size == {size}", CheckSubject.Size, "", CheckOperator.Equal, size, "")],
        },
    };

    private static string? Why(Outcome seen) => Enum.GetValues<RequestErrorKind>().Select(seen.Example).FirstOrDefault(text => text is not null);
}
