namespace Dyno.Outputs.Tests;

public sealed class OutputKindsTests
{
    [Theory]
    [InlineData("jsn=x")]
    [InlineData("")]
    [InlineData("=x")]
    [InlineData("cloud")]
    public void An_unknown_kind_lists_all_that_there_are(string text)
    {
        var problems = new List<Problem>();

        OutputKinds.Read(text, problems).ShouldBeNull();

        var problem = problems.ShouldHaveSingleItem();
        foreach (var name in (string[])["json=", "csv=", "prometheus=", "otlp=", "influxdb="]) problem.WriteInstead!.ShouldContain(name);
    }

    [Theory]
    [InlineData("experimental-prometheus-rw", "write prometheus=")]
    [InlineData("opentelemetry", "write otlp=")]
    [InlineData("experimental-opentelemetry=x", "write otlp=")]
    [InlineData("statsd=127.0.0.1:8125", "write otlp=")]
    [InlineData("web-dashboard=port=0", "write -f html=")]
    public void An_output_of_k6_is_answered_with_what_comes_nearest(string text, string instead)
    {
        var problems = new List<Problem>();

        OutputKinds.Read(text, problems).ShouldBeNull();

        problems.ShouldHaveSingleItem().WriteInstead!.ShouldStartWith(instead);
    }

    [Theory]
    [InlineData("json", "json=FILE")]
    [InlineData("json=", "json=FILE")]
    [InlineData("csv=fileName=x.csv,saveInterval=1s", "csv=FILE")]
    [InlineData("csv=x.csv.gz", "csv=FILE")]
    [InlineData("prometheus=a:b:c", "prometheus=127.0.0.1:9464")]
    [InlineData("prometheus=host:99999", "prometheus=127.0.0.1:9464")]
    [InlineData("prometheus=with blank", "prometheus=127.0.0.1:9464")]
    [InlineData("otlp=localhost:4318", "otlp=http://127.0.0.1:4318")]
    [InlineData("otlp=ftp://localhost", "otlp=http://127.0.0.1:4318")]
    [InlineData("otlp=grpc://", "otlp=http://127.0.0.1:4318")]
    [InlineData("influxdb=http://localhost:8086", "influxdb=http://127.0.0.1:8086/DATABASE")]
    [InlineData("influxdb=ftp://localhost/x", "influxdb=http://127.0.0.1:8086/DATABASE")]
    public void A_wrong_place_is_answered_with_the_right_form(string text, string form)
    {
        var problems = new List<Problem>();

        OutputKinds.Read(text, problems).ShouldBeNull();

        problems.ShouldHaveSingleItem().WriteInstead!.ShouldBe($"write {form}");
    }

    [Fact]
    public void A_password_is_never_repeated()
    {
        var problems = new List<Problem>();
        OutputKinds.Read("influx=http://me:hunter2@host/db", problems);

        problems.ShouldHaveSingleItem().What.ShouldNotContain("hunter2");
        Sending.Request("influxdb=http://me:hunter2@host/db").ToString().ShouldBe("influxdb=http://***@host/db");
    }

    [Theory]
    [InlineData("", "127.0.0.1:1")]
    [InlineData("9", "127.0.0.1:9")]
    [InlineData(":9", "127.0.0.1:9")]
    [InlineData("host", "host:1")]
    [InlineData("host:9", "host:9")]
    [InlineData("[::1]", "[::1]:1")]
    [InlineData("[::1]:9", "[::1]:9")]
    [InlineData("host:", null)]
    [InlineData("a b:9", null)]
    public void A_host_and_a_port_may_leave_out_either(string text, string? whole) =>
        HostAndPort.Read(text, "127.0.0.1", 1)?.ToString().ShouldBe(whole);
}
