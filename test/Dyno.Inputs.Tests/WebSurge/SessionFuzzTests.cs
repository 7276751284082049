namespace Dyno.Inputs.Tests;

public sealed class SessionFuzzTests
{
    private static readonly string[] Pieces =
    [
        "GET http://localhost/ HTTP/1.1", "POST http://u:p@[::1]:5000/a?b=c#d HTTP/1.1", "Accept: */*", "Content-Type: text/plain; charset=",
        "utf-8", "utf-7", "Websurge-Request-", "Inactive: 1", "Name: x", "\n", "\r\n", "\r", "\n\n", "-----", "----- Start WebSurge Options -----",
        "----- End WebSurge Options -----", "{", "}", "[", "\"LastThreads\": 4", "\"Users\": [{}]", ",", ":", "b64_", "AAEC", "HTTP/1.1 200 OK",
        "{{x}}", "@a=b", "%A", "\0", "é", "\uD83D\uDE00", "\uFEFF", "https://", "//", " ", "\t", "xn--", "1e999", "99999999999999999999",
    ];

    [Fact]
    public void Pieces_in_any_order_are_read_or_refused()
    {
        var random = new Random(20_261_121);
        for (var i = 0; i < 20_000; i++)
        {
            var pieces = Enumerable.Range(0, random.Next(1, 40)).Select(_ => Pieces[random.Next(Pieces.Length)]);
            ReadOrRefuse(Encoding.UTF8.GetBytes(string.Concat(pieces)));
        }
    }

    [Fact]
    public void A_session_with_bytes_changed_cut_and_doubled_is_read_or_refused()
    {
        var whole = Encoding.UTF8.GetBytes("""
            POST http://localhost:5000/login?token=a HTTP/1.1
            Content-Type: application/json; charset=utf-8
            Websurge-Request-Name: Log in

            {"user":"u"}

            ------------------------------------------------------------------

            ----- Start WebSurge Options -----
            { "LastThreads": 4, "WarmupSeconds": 2, "Users": [] }
            ----- End WebSurge Options -----
            """);
        var random = new Random(7);
        for (var i = 0; i < 20_000; i++)
        {
            var bytes = whole.ToArray();
            for (var edits = random.Next(1, 6); edits > 0; edits--) bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            var from = random.Next(4) == 0 ? random.Next(bytes.Length) : 0;
            ReadOrRefuse(bytes[from..random.Next(from, bytes.Length)]);
        }
    }

    [Fact]
    public void Random_bytes_are_refused()
    {
        var random = new Random(11);
        for (var i = 0; i < 5_000; i++)
        {
            var bytes = new byte[random.Next(200)];
            random.NextBytes(bytes);
            ReadOrRefuse(bytes).ShouldBeFalse();
        }
    }

    private static bool ReadOrRefuse(byte[] session)
    {
        var problems = new ProblemList();
        try
        {
            SessionReader.Read("fuzz.websurge", session, problems);
            problems.ThrowIfAny();
            return true;
        }
        catch (UserFault refused)
        {
            refused.Problems.ShouldNotBeEmpty();
            Places.ShouldBeTold(problems, "fuzz.websurge");
            return false;
        }
    }
}
