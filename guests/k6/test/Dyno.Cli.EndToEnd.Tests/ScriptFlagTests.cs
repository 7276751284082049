namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>The flags and variables of <c>k6 run</c> under their own names.</summary>
public sealed class ScriptFlagTests : EndToEndTest
{
    private const string Talking = """
        import http from 'k6/http';
        export const options = { iterations: 2 };
        export default function () { http.get(__ENV.URL); console.log(`iteration ${__ITER}`); console.error('a mistake'); }
        """;

    [Theory]
    [InlineData("-u 2 -i 4 -e A=1 -q -v -w -p=false -l=false")]
    [InlineData("-d 1s -o json=o.json")]
    [InlineData("-s 20ms:1 -s 20ms:0")]
    [InlineData("--vus 2 --iterations 4 --execution-segment 0:1/2 --execution-segment-sequence 0,1/2,1 --paused=false --no-setup --no-teardown")]
    [InlineData("--duration 1s --rps 100 --dns ttl=1m,select=random,policy=any --max-redirects 3 --user-agent me --batch 3 --batch-per-host 2")]
    [InlineData("--stage 20ms:1,20ms:0 --http-debug=full --insecure-skip-tls-verify --throw --discard-response-bodies")]
    [InlineData("--blacklist-ip 10.0.0.0/8 --block-hostnames a.test,*.b.test --no-connection-reuse --no-vu-connection-reuse --min-iteration-duration 1ms")]
    [InlineData("--system-tags url,method --tag a=b --tag c=d --summary-trend-stats avg,p(99) --summary-time-unit ms --console-output c.log --local-ips 127.0.0.1")]
    [InlineData("--out csv=o.csv --linger=false --no-usage-report --include-system-env-vars=false --compatibility-mode extended --features merge-run-tags,freeze-env --type js --no-thresholds --no-summary")]
    [InlineData("--summary-mode full --summary-export s.json --new-machine-readable-summary --traces-output none --log-output stdout --log-format json --no-color")]
    [InlineData("--profiling-enabled --secret-source mock=default,name=own,key=value --address 127.0.0.1:PORT --config c.json")]
    [InlineData("--throw=false --no-summary=true --quiet=false")]
    public async Task Is_taken_as_k6_spells_it(string flags)
    {
        await WriteAsync();
        await File.WriteAllTextAsync(Workspace["c.json"], "{ \"batch\": 3 }", Cancelled);
        var run = await DynoAsync(["run", .. flags.Replace("PORT", $"{FreePorts.Next()}", StringComparison.Ordinal).Split(' '), "script.js", "--env", $"URL={Url}", "--no-store"]);
        run.ExitCode.ShouldBe(0, run.ToString());
    }

    [Fact]
    public async Task Http_debug_and_switches_take_no_word_that_follows_them()
    {
        await WriteAsync();
        var run = await DynoAsync("run", "--include-system-env-vars", "--throw", "--http-debug", "script.js", "-e", $"URL={Url}", "--no-store");
        run.ExitCode.ShouldBe(0, run.ToString());
        run.Error.ShouldContain("GET /hello HTTP/1.1");
    }

    [Theory]
    [InlineData("dyno: --rate is not for k6 scripts", "--rate", "5")]
    [InlineData("dyno: unknown option --vuss: did you mean --vus?", "--vuss", "5")]
    [InlineData("see: dyno run script.js --help", "--threshold", "p99 < 1ms")]
    [InlineData("gone.json: there is no such file  -> name a JSON file for --config (-c)", "-c", "gone.json")]
    public async Task Other_flags_are_answered_with_what_scripts_take(string answer, string flag, string value)
    {
        await WriteAsync();
        var run = await DynoAsync("run", "script.js", flag, value, "--no-store");
        run.ExitCode.ShouldBe(104, run.ToString());
        run.Error.ShouldContain(answer);
    }

    [Theory]
    [InlineData("influxx=x", "influxdb=http://127.0.0.1:8086/DATABASE")]
    [InlineData("experimental-prometheus-rw", "write prometheus=127.0.0.1:9464")]
    public async Task An_output_that_is_not_there_is_answered_with_one_that_is(string output, string instead)
    {
        await WriteAsync();
        var run = await DynoAsync("run", "script.js", "--out", output, "-e", $"URL={Url}", "--no-store");
        run.ExitCode.ShouldBe(104, run.ToString());
        run.Error.ShouldContain(instead);
        run.Error.ShouldNotContain("iteration 0");
    }

    [Fact]
    public async Task A_switch_that_is_off_overrules_the_script()
    {
        await File.WriteAllTextAsync(Workspace["script.js"], "export const options = { throw: true, noSetup: true }; export function setup() { console.log('set up') } export default function () {}", Cancelled);
        var run = await DynoAsync("run", "script.js", "--no-setup=false", "--no-store");
        run.ExitCode.ShouldBe(0, run.ToString());
        run.Error.ShouldContain("set up");
    }

    [Theory]
    [InlineData("--traces-output=otel", "--traces-output has no effect")]
    public async Task What_has_no_effect_is_said(string flag, string sentence)
    {
        await WriteAsync();
        var run = await DynoAsync("run", "script.js", flag, "-e", $"URL={Url}", "--no-store", "-q");
        run.ExitCode.ShouldBe(0, run.ToString());
        run.Error.ShouldContain(sentence);
    }

    [Theory]
    [InlineData("K6_NO_SUMMARY", "1", "")]
    [InlineData("K6_SUMMARY_MODE", "disabled", "")]
    [InlineData("K6_NO_SUMMARY", "perhaps", "write true or false")]
    [InlineData("K6_SUMMARY_MODE", "large", "write compact or full")]
    [InlineData("K6_LOG_FORMAT", "yaml", "write text or json or raw")]
    [InlineData("K6_LOG_OUTPUT", "loki=http://127.0.0.1:3100", "write stderr, stdout, none or file=NAME")]
    public async Task Variables_are_judged_like_flags(string variable, string value, string problem)
    {
        await WriteAsync();
        Workspace.Environment[variable] = value;
        var run = await DynoAsync("run", "script.js", "-e", $"URL={Url}", "--no-store");
        run.ExitCode.ShouldBe(problem.Length == 0 ? 0 : 104, run.ToString());
        run.Error.ShouldContain(problem);
        run.Out.ShouldNotContain("http_req_duration");
    }

    [Fact]
    public async Task Secrets_outputs_and_the_environment_come_by_variables()
    {
        await File.WriteAllTextAsync(Workspace["script.js"],
            "import secrets from 'k6/secrets'; export default async function () { console.log(`${(await secrets.get('key')).length} ${__ENV.K6_SECRET_SOURCE}`) }", Cancelled);
        Workspace.Environment["K6_SECRET_SOURCE"] = "mock=key=abcde";
        Workspace.Environment["K6_OUT"] = "json=o.json,csv=o.csv";
        Workspace.Environment["K6_INCLUDE_SYSTEM_ENV_VARS"] = "false";
        var run = await DynoAsync("run", "script.js", "--no-store");
        run.ExitCode.ShouldBe(0, run.ToString());
        run.Error.ShouldContain("5 undefined");
        File.Exists(Workspace["o.json"]).ShouldBeTrue();
        File.Exists(Workspace["o.csv"]).ShouldBeTrue();
    }

    [Fact]
    public async Task A_log_in_a_file_begins_at_its_level()
    {
        await WriteAsync();
        var run = await DynoAsync("run", "script.js", "-e", $"URL={Url}", "--no-store", "--log-output", "file=k6.log,level=error", "--log-format", "raw");
        run.ExitCode.ShouldBe(0, run.ToString());
        (await File.ReadAllLinesAsync(Workspace["k6.log"], Cancelled)).ShouldBe(["a mistake", "a mistake"]);
    }

    [Theory]
    [InlineData("syslog", "write stderr, stdout, none or file=NAME")]
    [InlineData("file=k6.log,level=loud", "there is no level 'loud'")]
    [InlineData("file=k6.log,limit=3", "write file=NAME,level=LEVEL")]
    public async Task No_place_for_a_log_is_refused(string where, string sentence)
    {
        await WriteAsync();
        var run = await DynoAsync("run", "script.js", "--log-output", where);
        run.ExitCode.ShouldBe(104, run.ToString());
        run.Error.ShouldContain(sentence);
    }

    [Theory]
    [InlineData("isolated")]
    [InlineData("dense")]
    public async Task SSLKEYLOGFILE_takes_the_keys_of_TLS(string layout)
    {
        await WriteAsync();
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Certificate = TestCertificates.Good });
        Workspace.Environment["SSLKEYLOGFILE"] = Workspace["keys.log"];
        var run = await DynoAsync("run", "script.js", "-e", $"URL={server.Url}", "--insecure-skip-tls-verify", "--no-store", "--vu-layout", layout);
        run.ExitCode.ShouldBe(0, run.ToString());
        run.Error.ShouldContain("SSLKEYLOGFILE");
        (await File.ReadAllTextAsync(Workspace["keys.log"], Cancelled)).ShouldContain("CLIENT_");
    }

    private Task WriteAsync() => File.WriteAllTextAsync(Workspace["script.js"], Talking, Cancelled);
}
