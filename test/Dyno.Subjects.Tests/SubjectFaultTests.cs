namespace Dyno.Subjects.Tests;

public sealed class SubjectFaultTests(Workspace workspace)
{
    // Long enough for a program to come up on a machine that is busy or stands still for a while: what it says and does is asserted.
    private static readonly TimeSpan Enough = TimeSpan.FromSeconds(10);

    [Fact]
    public async Task A_missing_project_is_named()
    {
        var fault = await FaultOf(new SubjectOptions { Project = "/no/such/Api.csproj", StateFolder = workspace.State });

        fault.Reason.ShouldBe(SubjectFault.WrongInput);
        fault.Message.ShouldBe("there is no project at '/no/such/Api.csproj'");
        fault.Hint.ShouldNotBeNull();
    }

    [Fact]
    public async Task The_folder_that_a_missing_project_should_lie_in_is_named_as_it_was_given()
    {
        var folder = Path.GetDirectoryName(Path.GetFullPath(workspace.State))!;
        var fault = await FaultOf(new SubjectOptions { Project = Path.Combine(folder, "gone.csproj"), StateFolder = workspace.State });

        fault.Hint.ShouldBe($"give a .csproj file or its folder; '{folder}' exists");
    }

    [Fact]
    public async Task A_framework_that_the_project_has_not_is_answered_with_those_it_has()
    {
        var fault = await FaultOf(new SubjectOptions { Project = Workspace.Hello, Framework = "net7.0", StateFolder = workspace.State });

        fault.Reason.ShouldBe(SubjectFault.WrongInput);
        fault.Message.ShouldBe("Hello has no target framework 'net7.0'");
        fault.Hint.ShouldBe("the project has net10.0, net9.0, net8.0");
    }

    [Fact]
    public async Task A_library_cannot_be_started()
    {
        var folder = workspace.NewFolder("Library");
        await File.WriteAllTextAsync(Path.Combine(folder, "Library.csproj"),
            """<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>""",
            TestContext.Current.CancellationToken);

        var fault = await FaultOf(new SubjectOptions { Project = folder, StateFolder = workspace.State });

        fault.Reason.ShouldBe(SubjectFault.WrongInput);
        fault.Message.ShouldBe("Library is a library and cannot be started");
    }

    [Fact]
    public async Task A_project_file_that_is_not_xml_shows_what_msbuild_says()
    {
        var folder = workspace.NewFolder("Torn");
        await File.WriteAllTextAsync(Path.Combine(folder, "Torn.csproj"), "<Project Sdk=", TestContext.Current.CancellationToken);

        var fault = await FaultOf(new SubjectOptions { Project = folder, StateFolder = workspace.State });

        fault.Reason.ShouldBe(SubjectFault.DidNotBuild);
        fault.LastOutput.ShouldContain(line => line.Contains("MSB4025", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Source_that_does_not_compile_shows_the_compilers_errors_and_where_the_rest_is()
    {
        var folder = workspace.CopyOfMoody("Broken");
        await File.AppendAllTextAsync(Path.Combine(folder, "Program.cs"), "int nonsense = \"text\";", TestContext.Current.CancellationToken);

        var fault = await FaultOf(new SubjectOptions { Project = folder, StateFolder = workspace.State });

        fault.Reason.ShouldBe(SubjectFault.DidNotBuild);
        fault.Message.ShouldBe("Moody does not build for net10.0");
        fault.LastOutput.ShouldContain(line => line.Contains("error CS0029", StringComparison.Ordinal));
        fault.Hint.ShouldNotBeNull().ShouldContain("publish-net10.0.log");
    }

    [Theory]
    [InlineData("exits", 3, "cannot go on: no database")]
    [InlineData("throws", 134, "thrown on purpose")]
    public async Task A_program_that_ends_at_start_is_reported_with_its_exit_code_and_last_words(
        string mood, int exitCode, string lastWords)
    {
        var fault = await FaultOf(workspace.InMood(mood));

        fault.Reason.ShouldBe(SubjectFault.ExitedAtStart);
        fault.Message.ShouldStartWith($"Moody ended with exit code {exitCode}");
        fault.LastOutput.ShouldContain(line => line.Contains(lastWords, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_program_that_listens_nowhere_is_reported_with_what_it_said()
    {
        var fault = await FaultOf(workspace.InMood("never-listens") with { ReadyTimeout = Enough });

        fault.Reason.ShouldBe(SubjectFault.NeverReady);
        fault.Message.ShouldContain("was not ready within 10 s");
        fault.Hint.ShouldNotBeNull().ShouldContain("the program listens on no port");
        fault.LastOutput.ShouldBe(["mood: never-listens"]);
    }

    [Fact]
    public async Task A_program_that_listens_elsewhere_is_reported_with_its_port()
    {
        var fault = await FaultOf(workspace.InMood("listens-elsewhere") with { ReadyTimeout = Enough });

        fault.Reason.ShouldBe(SubjectFault.NeverReady);
        fault.Hint.ShouldNotBeNull().ShouldMatch(@"^the program listens on port (\d+) instead of \d+: write --subject-port \1 ");
    }

    [Fact]
    public async Task A_program_that_says_another_port_than_the_wanted_one_is_named_at_once()
    {
        var fault = await FaultOf(workspace.InMood("says-its-own-port") with { Port = FreePort.Next(), ReadyTimeout = TimeSpan.FromHours(1) });

        fault.Reason.ShouldBe(SubjectFault.NeverReady);
        fault.Message.ShouldMatch(@"^Moody listens on http://127\.0\.0\.1:\d+/, not on port \d+$");
    }

    [Fact]
    public async Task A_ready_path_that_answers_badly_is_reported_with_its_status()
    {
        var fault = await FaultOf(workspace.InMood("unhealthy") with { ReadyPath = "/healthz", ReadyTimeout = Enough });

        fault.Reason.ShouldBe(SubjectFault.NeverReady);
        fault.Message.ShouldEndWith("/healthz: its last answer was 503 ServiceUnavailable");
        fault.Hint.ShouldNotBeNull().ShouldContain("--ready PATH");
    }

    [Fact]
    public async Task A_wanted_port_that_is_in_use_is_named()
    {
        using var holder = new TcpListener(IPAddress.Loopback, 0);
        holder.Start();
        var port = ((IPEndPoint)holder.LocalEndpoint).Port;

        var fault = await FaultOf(workspace.InMood("good") with { Port = port });

        fault.Reason.ShouldBe(SubjectFault.PortInUse);
        fault.Message.ShouldBe($"port {port} is in use by another process");
    }

    [Fact]
    public async Task A_port_that_is_taken_between_the_choice_and_the_start_is_replaced_a_few_times()
    {
        var started = new List<SubjectProgress>();
        var fault = await Should.ThrowAsync<UserFault>(() => Subject.StartAsync(workspace.InMood("port-taken"),
            new Recorded(started), cancellation: TestContext.Current.CancellationToken));

        fault.Reason.ShouldBe(SubjectFault.PortInUse);
        started.Where(progress => progress.Stage == SubjectStage.Starting).Select(progress => progress.Text).Distinct().Count()
            .ShouldBe(4, "each attempt has another port");
    }

    [Fact]
    public async Task A_port_of_the_programs_own_that_is_in_use_is_named_at_once()
    {
        using var holder = new TcpListener(IPAddress.Loopback, 0);
        holder.Start();
        var own = $"127.0.0.1:{((IPEndPoint)holder.LocalEndpoint).Port}";
        var progress = new List<SubjectProgress>();

        var fault = await Should.ThrowAsync<UserFault>(() => Subject.StartAsync(
            workspace.InMood("good") with { Arguments = ["--urls", $"http://{own}"] },
            new Recorded(progress), cancellation: TestContext.Current.CancellationToken));

        fault.Reason.ShouldBe(SubjectFault.PortInUse);
        fault.Message.ShouldBe($"Moody tries to listen on {own}, which is in use");
        fault.Hint.ShouldNotBeNull().ShouldContain("remove the port from its code, arguments or settings, or write {url}");
        fault.LastOutput.ShouldContain(line => line.Contains($"Failed to bind to address http://{own}: address already in use", StringComparison.Ordinal));
        fault.LastOutput.Length.ShouldBeLessThanOrEqualTo(20);
        progress.Count(report => report.Stage == SubjectStage.Starting).ShouldBe(1, "another port of Dyno's choice would not help");
    }

    [Fact]
    public async Task The_remedy_for_a_port_of_the_programs_own_works()
    {
        var cancelled = TestContext.Current.CancellationToken;
        await using var subject = await Subject.StartAsync(workspace.InMood("good") with { Arguments = ["--urls", "{url}"] }, cancellation: cancelled);
        using var client = new HttpClient();
        (await client.GetStringAsync(subject.BaseUrl, cancelled)).ShouldBe("hello");
    }

    [Fact]
    public async Task Nothing_is_left_of_a_start_that_is_given_up()
    {
        using var givingUp = new CancellationTokenSource();
        var waiting = new CancelWhen(SubjectStage.Waiting, givingUp);
        var marker = ("MARKER", Guid.NewGuid().ToString("N"));

        await Should.ThrowAsync<OperationCanceledException>(() => Subject.StartAsync(workspace.InMood("never-listens", marker), waiting,
            cancellation: givingUp.Token));

        (await LiveProcesses.AreGoneAsync(marker.Item2)).ShouldBeTrue();
    }

    [Fact]
    public async Task Nothing_is_left_of_a_build_that_is_given_up()
    {
        using var givingUp = new CancellationTokenSource();
        var building = new CancelWhen(SubjectStage.Publishing, givingUp);
        var folder = workspace.CopyOfMoody("GivenUp");

        await Should.ThrowAsync<OperationCanceledException>(() => Subject.StartAsync(
            new SubjectOptions { Project = folder, StateFolder = workspace.State }, building, cancellation: givingUp.Token));

        (await LiveProcesses.AreGoneAsync(folder)).ShouldBeTrue();
    }

    [Fact]
    public async Task Everything_that_is_wrong_with_the_options_is_said_at_once_and_before_anything_is_built()
    {
        var options = workspace.InMood("good", ("a=b", "c")) with { ReadyPath = "http://elsewhere/", Port = 70_000 };

        var fault = await FaultOf(options);

        fault.Reason.ShouldBe(SubjectFault.WrongInput);
        fault.Message.ShouldContain("70000");
        fault.Message.ShouldContain("'http://elsewhere/'");
        fault.Message.ShouldContain("'a=b'");
    }

    [Fact]
    public async Task A_state_folder_that_cannot_be_written_is_no_stack_trace()
    {
        var file = Path.Combine(workspace.NewFolder("Unwritable"), "file");
        await File.WriteAllTextAsync(file, "", TestContext.Current.CancellationToken);

        var fault = await FaultOf(workspace.InMood("good") with { StateFolder = Path.Combine(file, "state") });

        fault.Reason.ShouldBe(SubjectFault.WrongInput);
        fault.Message.ShouldStartWith("Moody cannot be published: ");
    }

    private static Task<UserFault> FaultOf(SubjectOptions options) => Should.ThrowAsync<UserFault>(
        () => Subject.StartAsync(options, cancellation: TestContext.Current.CancellationToken));

    private sealed class Recorded(List<SubjectProgress> into) : IProgress<SubjectProgress>
    {
        public void Report(SubjectProgress value) => into.Add(value);
    }

    private sealed class CancelWhen(SubjectStage stage, CancellationTokenSource source) : IProgress<SubjectProgress>
    {
        public void Report(SubjectProgress value)
        {
            if (value.Stage == stage) source.CancelAfter(TimeSpan.FromMilliseconds(700));
        }
    }
}
