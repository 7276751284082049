using System.Text;

namespace Dyno.Serving.Tests;

/// <summary>Requests come in pieces of any size, and as what they are or not at all.</summary>
public sealed class RequestReaderTests
{
    private const int MostBodyBytes = 40_000;

    private static readonly string Several =
        "GET /first HTTP/1.1\r\nHost: a\r\n\r\n"
        + "PUT /second HTTP/1.1\r\nHost: a\r\nContent-Length: 30000\r\n\r\n" + new string('x', 30_000)
        + "\r\n\r\nPUT /third HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;a=\"b\"\r\n12345\r\n0004\r\n\r\n\r\n\r\n0\r\nTrailer: t\r\n\r\n"
        + "PATCH /fourth HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}";

    [Fact]
    public async Task However_a_stream_is_cut_it_holds_the_same_requests()
    {
        var expected = new[] { "GET /first 0", "PUT /second 30000", "PUT /third 9", "PATCH /fourth 2" };
        (await ReadAsync(Several, _ => int.MaxValue)).ShouldBe(expected);
        (await ReadAsync(Several, _ => 1)).ShouldBe(expected);
        for (var seed = 0; seed < 200; seed++)
        {
            var random = new Random(seed);
            (await ReadAsync(Several, _ => random.Next(1, random.Next(2, 5000)))).ShouldBe(expected, ignoreOrder: false, $"seed {seed}");
        }
    }

    [Theory]
    [InlineData(431, "GET / HTTP/1.1\r\nHost: a\r\nX: {17000}\r\n\r\n")]
    [InlineData(431, "{20000}")]
    [InlineData(413, "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 40001\r\n\r\n")]
    [InlineData(413, "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n9C40\r\n{40000}\r\n1\r\n")]
    [InlineData(413, "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n7FFFFFFF\r\n")]
    [InlineData(400, "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\n")]
    [InlineData(400, "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n")]
    [InlineData(400, "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\r\n")]
    [InlineData(400, "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n")]
    [InlineData(400, "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n{2000}")]
    [InlineData(431, "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: {900}\r\nB: {900}\r\nC: {900}\r\nD: {900}\r\nE: {900}\r\nF: {900}\r\n"
        + "G: {900}\r\nH: {900}\r\nI: {900}\r\nJ: {900}\r\nK: {900}\r\nL: {900}\r\nM: {900}\r\nN: {900}\r\nO: {900}\r\nP: {900}\r\nQ: {900}\r\nR: {900}\r\nS: {900}\r\n\r\n")]
    public async Task What_is_too_long_or_no_chunk_is_refused(int status, string text)
    {
        var whole = System.Text.RegularExpressions.Regex.Replace(text, @"\{(\d+)\}", m => new string('x', int.Parse(m.Groups[1].Value, null)));
        foreach (var size in new[] { int.MaxValue, 1000, 7 })
            (await Should.ThrowAsync<RefusedRequest>(() => ReadAsync(whole, _ => size))).Status.ShouldBe(status);
    }

    [Theory]
    [InlineData("GET / HT")]
    [InlineData("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n123")]
    [InlineData("PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n")]
    public async Task A_sender_that_goes_in_the_middle_is_noticed(string text) =>
        await Should.ThrowAsync<EndOfStreamException>(() => ReadAsync(text, _ => int.MaxValue));

    [Fact]
    public async Task Damaged_requests_are_read_refused_or_cut_off_and_nothing_else()
    {
        for (var seed = 0; seed < 3000; seed++)
        {
            var random = new Random(seed);
            var bytes = Encoding.Latin1.GetBytes(Several.Replace(new string('x', 29_900), "", StringComparison.Ordinal));
            for (var times = random.Next(1, 6); times > 0; times--) bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            try
            {
                await ReadAsync(Encoding.Latin1.GetString(bytes), _ => random.Next(1, 400));
            }
            catch (Exception e) when (e is RefusedRequest or EndOfStreamException)
            {
                // As it should be.
            }
        }
    }

    private static async Task<List<string>> ReadAsync(string text, Func<int, int> size)
    {
        var reader = new RequestReader(new PiecewiseStream(Encoding.Latin1.GetBytes(text), size), MostBodyBytes);
        var requests = new List<string>();
        while (await reader.BeginsAsync(CancellationToken.None))
        {
            var (head, body) = await reader.ReadAsync(CancellationToken.None);
            requests.Add($"{head.Method} {head.Target} {body.Length}");
        }
        return requests;
    }

    private sealed class PiecewiseStream(byte[] bytes, Func<int, int> size) : MemoryStream(bytes)
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            base.ReadAsync(buffer[..Math.Min(buffer.Length, size(buffer.Length))], cancellationToken);
    }
}
