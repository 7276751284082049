using Dyno.K6.Logs;
using Dyno.Results.Problems;

namespace Dyno.K6.Tests.Logs;

public sealed class LokiSettingsReaderTests
{
    [Theory]
    [InlineData("loki", "http://127.0.0.1:3100/loki/api/v1/push")]
    [InlineData("loki=", "http://127.0.0.1:3100/loki/api/v1/push")]
    [InlineData("loki,limit=5", "http://127.0.0.1:3100/loki/api/v1/push")]
    [InlineData("loki=https://logs.test", "https://logs.test/loki/api/v1/push")]
    [InlineData("loki=http://logs.test:31/", "http://logs.test:31/loki/api/v1/push")]
    [InlineData("loki=http://logs.test:31/push?org=1", "http://logs.test:31/push?org=1")]
    [InlineData("loki=http://me:pass@logs.test/push", "http://logs.test/push")]
    public void Knows_where_lines_are_posted(string text, string url)
    {
        LokiSettingsReader.Means(text).ShouldBeTrue();
        LokiSettingsReader.Read(text).Url.AbsoluteUri.ShouldBe(url);
    }

    [Fact]
    public void Reads_every_setting_as_k6_spells_it()
    {
        var settings = LokiSettingsReader.Read("loki=http://me:p%40ss@logs.test/push,label.app=shop=1,label.env=test,header.X-Scope-OrgID=7,limit=32,"
            + "level=warn,pushPeriod=5m32s,msgMaxSize=1231,allowedLabels=[level, app],profile");
        settings.UserInfo.ShouldBe("me:p@ss");
        settings.Labels.ShouldBe([new("app", "shop=1"), new("env", "test")]);
        settings.Headers.ShouldBe([new("X-Scope-OrgID", "7")]);
        settings.Limit.ShouldBe(32);
        settings.LowestLevel.ShouldBe("warning");
        settings.PushPeriod.ShouldBe(TimeSpan.FromSeconds(332));
        settings.MostCharacters.ShouldBe(1231);
        settings.AllowedLabels!.Order().ShouldBe(["app", "level"]);
        settings.IsProfiled.ShouldBeTrue();
    }

    [Fact]
    public void Has_the_defaults_of_k6()
    {
        var settings = LokiSettingsReader.Read("loki");
        settings.Limit.ShouldBe(100);
        settings.LowestLevel.ShouldBe(LogLevels.Every);
        settings.PushPeriod.ShouldBe(TimeSpan.FromSeconds(1));
        settings.MostCharacters.ShouldBe(1024 * 1024);
        settings.AllowedLabels.ShouldBeNull();
        settings.IsProfiled.ShouldBeFalse();
    }

    [Theory]
    [InlineData("4194304", 4_194_304)]
    [InlineData("10485760", 4_194_304)]
    [InlineData("2147483647", 4_194_304)]
    public void Takes_any_length_of_messages_and_sends_no_more_than_half_of_what_may_wait(string asked, int kept)
    {
        LokiSettingsReader.Read($"loki,msgMaxSize={asked}").MostCharacters.ShouldBe(kept);
        LokiLog.MostWaiting.ShouldBe(2 * 4_194_304);
    }

    [Theory]
    [InlineData("loki=localhost:3100", "write loki=http://127.0.0.1:3100/loki/api/v1/push")]
    [InlineData("loki=ftp://logs.test", "is not a Loki URL")]
    [InlineData("loki,limit=0", "write limit=100")]
    [InlineData("loki,limit=many", "'many' is not a whole number")]
    [InlineData("loki,msgMaxSize=99999999999", "from 1 to")]
    [InlineData("loki,level=loud", "there is no level 'loud'  -> write one of")]
    [InlineData("loki,pushPeriod=soon", "write pushPeriod=1s")]
    [InlineData("loki,pushPeriod=0s", "write pushPeriod=1s")]
    [InlineData("loki,allowedLabels=level", "write allowedLabels=[level,source]")]
    [InlineData("loki,profile=perhaps", "neither true nor false")]
    [InlineData("loki,pushperiod=1s", "did you mean pushPeriod?")]
    [InlineData("loki,colour=red", "there are allowedLabels, header.NAME, label.NAME")]
    [InlineData("loki,label.my-app=1", "'my-app' cannot name a label")]
    [InlineData("loki,header.a b=1", "'a b' cannot be a header")]
    [InlineData("loki,header.Content-Type=text/plain", "cannot be a header")]
    public void Says_what_is_wrong_and_what_to_write(string text, string sentence)
    {
        var problem = Should.Throw<UserFault>(() => LokiSettingsReader.Read(text)).Message;
        problem.ShouldContain("--log-output");
        problem.ShouldContain(sentence);
    }

    [Fact]
    public void Says_everything_that_is_wrong_at_once_and_no_secret()
    {
        var problem = Should.Throw<UserFault>(() => LokiSettingsReader.Read("loki=tcp://me:hidden@logs.test,limit=no,level=no,header.a b=hidden")).Message;
        problem.ShouldContain("limit");
        problem.ShouldContain("level");
        problem.ShouldNotContain("hidden");
    }
}
