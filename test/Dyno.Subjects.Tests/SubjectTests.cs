namespace Dyno.Subjects.Tests;

public sealed class SubjectTests(Workspace workspace)
{
    [Fact]
    public async Task It_runs_in_production_with_the_users_environment_and_arguments()
    {
        var options = workspace.InMood("good", ("My.Setting", "a b"), ("SELF", "{url}|{port}")) with { Arguments = ["--color", "deep blue"] };

        await using var subject = await Start(options);

        (await Ask(subject, "/stage")).ShouldBe("Production");
        (await Ask(subject, "/arguments")).ShouldBe("--color|deep blue");
        (await Ask(subject, "/environment/My.Setting")).ShouldBe("a b");
        var port = subject.BaseUrl.Port;
        (await Ask(subject, "/environment/SELF")).ShouldBe($"http://127.0.0.1:{port}|{port}");
    }

    [Fact]
    public async Task A_project_with_one_framework_runs_on_the_installed_runtime()
    {
        await using var subject = await Start(workspace.InMood("good"));

        subject.Record().CommandLine.ShouldEndWith("Moody.dll");
        subject.Record().Framework.ShouldBe("net10.0");
    }

    [Fact]
    public async Task A_project_that_publishes_a_single_file_under_another_name_is_started_by_it()
    {
        var folder = workspace.CopyOfMoody("Single");
        var project = Path.Combine(folder, "Moody.csproj");
        var text = await File.ReadAllTextAsync(project, TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(project, text.Replace("<Nullable>",
            "<PublishSingleFile>true</PublishSingleFile><AssemblyName>moody-api</AssemblyName><Nullable>", StringComparison.Ordinal),
            TestContext.Current.CancellationToken);

        await using var subject = await Start(new SubjectOptions { Project = folder, StateFolder = workspace.State });

        subject.Record().CommandLine.ShouldEndWith("/moody-api");
    }

    [Fact]
    public async Task An_answer_below_500_will_do_when_no_path_is_given()
    {
        await using var subject = await Start(workspace.InMood("not-found"));

        subject.TimeToReady.ShouldBeGreaterThan(TimeSpan.Zero);
    }

    [Fact]
    public async Task A_wanted_port_is_used()
    {
        for (var time = 1; ; time++)
        {
            var port = FreePort.Next();
            try
            {
                await using var subject = await Start(workspace.InMood("good") with { Port = port });
                subject.BaseUrl.ShouldBe(new Uri($"http://127.0.0.1:{port}/"));
                return;
            }
            catch (UserFault fault) when (fault.Reason is SubjectFault.PortInUse && time < 3)
            {
                // Another test was given it before it could be listened on.
            }
        }
    }

    [Fact]
    public async Task A_program_whose_code_names_its_port_is_followed_there()
    {
        await using var subject = await Start(workspace.InMood("says-its-own-port", ("GIVEN", "{port}")));

        (await Ask(subject, "/environment/GIVEN")).ShouldNotBe($"{subject.BaseUrl.Port}");
        subject.Record().Url.ShouldBe($"http://127.0.0.1:{subject.BaseUrl.Port}");
    }

    [Fact]
    public async Task Two_run_side_by_side()
    {
        var both = await Task.WhenAll(Start(workspace.InMood("good", ("NAME", "one"))), Start(workspace.InMood("good", ("NAME", "two"))));

        try
        {
            (await Ask(both[0], "/environment/NAME")).ShouldBe("one");
            (await Ask(both[1], "/environment/NAME")).ShouldBe("two");
        }
        finally
        {
            foreach (var subject in both) await subject.DisposeAsync();
        }
    }

    [Theory]
    [InlineData("good")]
    [InlineData("deaf")]
    [InlineData("parent")]
    public async Task Nothing_is_left_after_a_stop(string mood)
    {
        var subject = await Start(workspace.InMood(mood) with { StopTimeout = TimeSpan.FromSeconds(1) });
        LiveProcesses.InGroup(subject.ProcessId).ShouldContain(subject.ProcessId);

        await subject.DisposeAsync();

        (await LiveProcesses.AreGoneAsync(subject.ProcessId)).ShouldBeTrue();
        subject.EndedByItself.ShouldBeNull();
    }

    [Fact]
    public async Task A_child_in_a_session_of_its_own_is_not_left_after_a_stop()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "elsewhere there are no sessions");
        var marker = Guid.NewGuid().ToString("N");
        var subject = await Start(workspace.InMood("other-session", ("MARKER", marker)));

        await subject.DisposeAsync();

        (await LiveProcesses.AreGoneAsync(marker)).ShouldBeTrue();
    }

    [Fact]
    public async Task Asked_to_end_it_ends_by_itself()
    {
        await using var subject = await Start(workspace.InMood("good") with { StopTimeout = TimeSpan.FromSeconds(30) });

        await subject.StopAsync();

        (await subject.Ended).ShouldBe(0, "SIGTERM let it shut down");
    }

    [Fact]
    public async Task A_death_in_mid_run_is_noticed_with_its_exit_code()
    {
        await using var subject = await Start(workspace.InMood("good"));
        await Should.ThrowAsync<HttpRequestException>(() => Ask(subject, "/exit/42"));

        (await subject.Ended.WaitAsync(TestContext.Current.CancellationToken)).ShouldBe(42);

        subject.EndedByItself.ShouldBe(42);
        subject.Record().ExitCode.ShouldBe(42);
    }

    [Fact]
    public async Task Secrets_reach_the_program_and_no_record()
    {
        var options = workspace.InMood("tells-secrets", ("Api__Token", "sesame-opens"),
            ("ConnectionStrings__Main", "Host=db;Username=app;Password=swordfish")) with
        { Arguments = ["--password=hunter22"] };

        await using var subject = await Start(options);

        (await Ask(subject, "/environment/Api__Token")).ShouldBe("sesame-opens");
        var record = subject.Record();
        await subject.DisposeAsync();
        (await File.ReadAllTextAsync(subject.OutputFile, TestContext.Current.CancellationToken)).ShouldBe("mood: tells-secrets\nconnecting with ***\n");
        var everything = record.ToString() + string.Join('\n', record.LastOutput) + string.Join('\n', record.Environment);
        everything.ShouldNotContain("sesame-opens");
        everything.ShouldNotContain("swordfish");
        everything.ShouldNotContain("hunter22");
        record.LastOutput.ShouldContain("connecting with ***");
        record.Environment["ConnectionStrings__Main"].ShouldStartWith("Host=db;");
    }

    [Fact]
    public async Task Pinned_to_one_cpu_it_keeps_the_server_gc_it_is_configured_for()
    {
        var cpu = new CpuSet([CpuAffinity.OfCurrentThread()!.Cpus[0]]);

        await using var subject = await Start(workspace.InMood("good") with { Cpus = new CpuPlan { Server = cpu } });

        (await Ask(subject, "/runtime")).ShouldBe("2 True");
        var record = subject.Record();
        record.CpuSet.ShouldBe(cpu.ToString());
        record.PinningNote.ShouldNotBeNull().ShouldContain("DOTNET_PROCESSOR_COUNT=2");
        record.Environment["DOTNET_PROCESSOR_COUNT"].ShouldBe("2");
    }

    [Fact]
    public async Task Pinned_to_one_cpu_with_a_processor_count_of_the_users_own_it_keeps_that()
    {
        var cpu = new CpuSet([CpuAffinity.OfCurrentThread()!.Cpus[0]]);
        var options = workspace.InMood("good", ("DOTNET_PROCESSOR_COUNT", "1")) with { Cpus = new CpuPlan { Server = cpu } };

        await using var subject = await Start(options);

        (await Ask(subject, "/runtime")).ShouldBe("1 False");
        subject.Record().PinningNote.ShouldBeNull();
    }

    [Fact]
    public async Task All_its_output_is_kept_in_a_file_that_only_its_owner_may_read()
    {
        string file;
        await using (var subject = await Start(workspace.InMood("good"))) file = subject.OutputFile;

        (await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken)).ShouldBe("mood: good\n");
        if (!OperatingSystem.IsWindows()) File.GetUnixFileMode(file).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }

    [Fact]
    public async Task A_record_can_be_had_when_the_output_was_taken_away()
    {
        await using var subject = await Start(workspace.InMood("good"));

        File.Delete(subject.OutputFile);

        subject.Record().LastOutput.ShouldBeEmpty();
    }

    [Fact]
    public async Task Blanks_in_every_path_do_no_harm()
    {
        var options = new SubjectOptions
        {
            Project = workspace.CopyOfMoody("My moody API"),
            StateFolder = Path.Combine(workspace.NewFolder("my state"), "sub jects"),
        };

        await using var subject = await Start(options);

        (await Ask(subject, "/stage")).ShouldBe("Production");
    }

    [Fact]
    public async Task Progress_tells_the_stages_in_order()
    {
        var seen = new Stages();
        await using var subject = await Subject.StartAsync(workspace.InMood("good"), seen, cancellation: TestContext.Current.CancellationToken);

        seen.Order.ShouldBe(seen.Order.Order());
        seen.Order.ShouldContain(SubjectStage.Ready);
    }

    private static Task<Subject> Start(SubjectOptions options) =>
        Subject.StartAsync(options, cancellation: TestContext.Current.CancellationToken);

    private static async Task<string> Ask(Subject subject, string path)
    {
        using var client = new HttpClient { BaseAddress = subject.BaseUrl };
        return await client.GetStringAsync(path, TestContext.Current.CancellationToken);
    }

    private sealed class Stages : IProgress<SubjectProgress>
    {
        public List<SubjectStage> Order { get; } = [];

        public void Report(SubjectProgress value) => Order.Add(value.Stage);
    }
}
