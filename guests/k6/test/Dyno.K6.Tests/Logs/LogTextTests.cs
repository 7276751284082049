namespace Dyno.K6.Tests;

public sealed class LogTextTests
{
    private const string Reason = "Get \"http://127.0.0.1:1/\": dial tcp 127.0.0.1:1: connect: connection refused";

    [Fact]
    public void A_request_that_failed_has_its_reason_as_a_field_of_its_own()
    {
        Written(LogFormat.Text).ShouldBe("""
            time="2026-05-01T12:00:00Z" level=warning msg="Request Failed" error="Get \"http://127.0.0.1:1/\": dial tcp 127.0.0.1:1: connect: connection refused"

            """);
        Written(LogFormat.Terminal).ShouldBe("""
            WARN[0000] Request Failed                                error="Get \"http://127.0.0.1:1/\": dial tcp 127.0.0.1:1: connect: connection refused"

            """);
        Written(LogFormat.Raw).ShouldStartWith("Request Failed error=\"Get ");
        var json = JsonDocument.Parse(Written(LogFormat.Json)).RootElement;
        json.EnumerateObject().Select(m => m.Name).ShouldBe(["error", "level", "msg", "time"]);
        json.GetProperty("error").GetString().ShouldBe(Reason);
        json.GetProperty("msg").GetString().ShouldBe("Request Failed");

        static string Written(LogFormat format) => LogTextTests.Written(format, log => log.Write("warning", "Request Failed", error: Reason));
    }

    [Theory]
    [InlineData("42", "msg=42 source=console")]
    [InlineData("", "msg= source=console")]
    [InlineData("/a/b-c_1.0@x^+", "msg=/a/b-c_1.0@x^+ source=console")]
    [InlineData("two words", "msg=\"two words\" source=console")]
    [InlineData("a=b", "msg=\"a=b\" source=console")]
    [InlineData("ä", "msg=\"ä\" source=console")]
    [InlineData("\"\\\n\t\u0001", @"msg=""\""\\\n\t\x01"" source=console")]
    public void Values_stand_in_quotes_where_they_need_them(string message, string shown) =>
        Written(LogFormat.Text, log => log.Write("info", message, "console")).ShouldEndWith($"level=info {shown}\n");

    [Fact]
    public void In_a_terminal_the_fields_stand_below_each_other()
    {
        var lines = Written(LogFormat.Terminal, log =>
        {
            log.Write("info", "one", "console");
            log.Write("error", "two, and longer", "console");
            log.Write("debug", "three");
        }).Split('\n');

        lines[0].ShouldBe("INFO[0000] one                                           source=console");
        lines[1].IndexOf("source", StringComparison.Ordinal).ShouldBe(lines[0].IndexOf("source", StringComparison.Ordinal));
        lines[2].ShouldBe("DEBU[0000] three");
    }

    [Fact]
    public void The_time_is_that_of_the_place_with_its_offset() => Written(LogFormat.Text, log => log.Write("info", "a"), TimeSpan.FromHours(-3.5))
        .ShouldBe("time=\"2026-05-01T08:30:00-03:30\" level=info msg=a\n");

    [Fact]
    public void A_secret_is_masked_in_the_reason_too() =>
        Written(LogFormat.Text, log =>
        {
            log.Hide("s3cret");
            log.Write("warning", "Request Failed", error: "Get http://host/?key=s3cret");
        }).ShouldNotContain("s3cret");

    private static string Written(LogFormat format, Action<ScriptLog> write, TimeSpan offset = default)
    {
        var output = new StringWriter { NewLine = "\n" };
        write(new ScriptLog(output, format, isVerbose: true, new Noon(offset)));
        return output.ToString();
    }

    private sealed class Noon(TimeSpan offset) : TimeProvider
    {
        public override TimeZoneInfo LocalTimeZone { get; } = TimeZoneInfo.CreateCustomTimeZone("there", offset, "there", "there");

        public override DateTimeOffset GetUtcNow() => new(2026, 5, 1, 12, 0, 0, TimeSpan.Zero);

        public override long GetTimestamp() => 0;
    }
}
