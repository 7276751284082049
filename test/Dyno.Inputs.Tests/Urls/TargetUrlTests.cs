namespace Dyno.Inputs.Tests;

public sealed class TargetUrlTests
{
    [Theory]
    [InlineData("localhost:5000/x", "http://localhost:5000/x")]
    [InlineData("127.0.0.1", "http://127.0.0.1/")]
    [InlineData("[::1]:5000/x", "http://[::1]:5000/x")]
    [InlineData("//localhost/x", "http://localhost/x")]
    [InlineData("HTTPS://Example.com", "https://example.com/")]
    [InlineData("https://example.com:443/a?b=c", "https://example.com/a?b=c")]
    [InlineData("http://h/a#fragment", "http://h/a")]
    [InlineData("http://h/a b/ü?q=ü", "http://h/a%20b/%C3%BC?q=%C3%BC")]
    [InlineData("http://h/a%2Fb", "http://h/a%2Fb")]
    [InlineData("  http://h/a  ", "http://h/a")]
    [InlineData("http://bücher.example/", "http://xn--bcher-kva.example/")]
    [InlineData("http://user:pass@h:81/a", "http://h:81/a")]
    [InlineData("localhost:5000/go?to=http://x", "http://localhost:5000/go?to=http://x")]
    public void Reads_urls_as_people_write_them(string text, string expected) =>
        Read(text).Url!.AbsoluteUri.ShouldBe(expected);

    [Fact]
    public void The_zone_of_an_address_is_not_dropped_without_a_word()
    {
        var problems = new ProblemList();

        TargetUrl.TryRead("http://[fe80::1%25eth0]:5000/", new SourcePlace(problems, "target"), out _, out _).ShouldBeFalse();

        Should.Throw<UserFault>(problems.ThrowIfAny).Message.ShouldContain("the zone of the address cannot be sent in a URL");
    }

    /// <summary>Uri reads such a host, and does not write it (found by fuzzing).</summary>
    [Fact]
    public void A_host_with_a_mark_of_direction_is_refused()
    {
        var (url, _, problems) = Read("https://\u202e.status.example.com/v2");

        url.ShouldBeNull();
        Should.Throw<UserFault>(problems.ThrowIfAny).Message.ShouldStartWith("u: the host name is not valid: ");
    }

    [Theory]
    [InlineData("http://Aladdin:open sesame@h/", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")]
    [InlineData("http://Aladdin:open%20sesame@h/", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")]
    [InlineData("http://user@h/", "Basic dXNlcjo=")]
    [InlineData("http://a:b:c@h/", "Basic YTpiOmM=")]
    [InlineData("user:pw@localhost:5000/x", "Basic dXNlcjpwdw==")]
    public void User_and_password_become_a_basic_authorization_header(string text, string expected)
    {
        var (_, authorization, _) = Read(text);

        authorization!.Value.Name.ShouldBe("Authorization");
        authorization.Value.Value.ShouldBe(expected);
    }

    [Theory]
    [InlineData("ftp://h/", "u: the scheme \"ftp\" is not supported  -> write \"http://h/\" or https")]
    [InlineData("http://", "u: this is not a URL: \"http://\"  -> write it like \"http://localhost:5000/\"")]
    [InlineData("http://h:0x/", "u: this is not a URL: \"http://h:0x/\"  -> write it like \"http://localhost:5000/\"")]
    [InlineData("http://h:65536/", "u: the port is not from 1 to 65535: \"http://h:65536/\"  -> write it like \"http://localhost:5000/\"")]
    [InlineData("http://h/\r\nX: y", "u: the URL has a control character: \"http://h/\\x0D\\x0AX: y\"  -> remove it")]
    [InlineData("ftp://me:hunter2@h/?token=hunter2", "u: the scheme \"ftp\" is not supported  -> write \"http://***@h/?token=***\" or https")]
    public void Says_what_is_wrong_without_telling_secrets(string text, string message)
    {
        var (url, _, problems) = Read(text);

        url.ShouldBeNull();
        Should.Throw<UserFault>(problems.ThrowIfAny).Message.ShouldBe(message);
    }

    [Fact]
    public void Rebasing_keeps_path_and_query() =>
        TargetUrl.Rebase(new Uri("http://example.com:81/a?b=c"), new Uri("https://127.0.0.1:5001/"))
            .AbsoluteUri.ShouldBe("https://127.0.0.1:5001/a?b=c");

    private static (Uri? Url, Dyno.Http.HeaderField? Authorization, ProblemList Problems) Read(string text)
    {
        var problems = new ProblemList();
        TargetUrl.TryRead(text, new(problems, "u"), out var url, out var authorization);
        return (url, authorization, problems);
    }
}
