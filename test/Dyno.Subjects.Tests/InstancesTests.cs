namespace Dyno.Subjects.Tests;

/// <summary>Several processes of one program.</summary>
public sealed class InstancesTests(Workspace workspace)
{
    private SubjectOptions Hello => new() { Project = Workspace.Hello, Framework = "net10.0", ReadyPath = "/hello", StateFolder = workspace.State };

    [Fact]
    public async Task Each_instance_answers_at_an_address_of_its_own_and_none_is_left()
    {
        int[] processes;
        await using (var subject = await Subject.StartAsync(Hello with { Instances = 3 }, cancellation: TestContext.Current.CancellationToken))
        {
            subject.Addresses.Length.ShouldBe(3);
            subject.Addresses.Distinct().Count().ShouldBe(3);
            subject.Addresses[0].ShouldBe(subject.BaseUrl);
            using var client = new HttpClient();
            foreach (var address in subject.Addresses)
                (await client.GetStringAsync(new Uri(address, "/hello"), TestContext.Current.CancellationToken)).ShouldNotBeEmpty();
            processes = [subject.ProcessId, .. subject.Others.Select(o => o.ProcessId)];
        }
        processes.ShouldAllBe(id => !Directory.Exists($"/proc/{id}"));
    }

    [Fact]
    public async Task An_instance_that_ends_by_itself_is_the_programs_end()
    {
        await using var subject = await Subject.StartAsync(Hello with { Instances = 2 }, cancellation: TestContext.Current.CancellationToken);
        subject.EndedByItself.ShouldBeNull();
        using (var second = Process.GetProcessById(subject.Others[0].ProcessId)) second.Kill();
        await subject.Ended.WaitAsync(TestContext.Current.CancellationToken);
        subject.EndedByItself.ShouldNotBeNull();
    }

    [Theory]
    [InlineData(0, false, "0 instances cannot be started")]
    [InlineData(17, false, "17 instances cannot be started")]
    [InlineData(2, true, "serve http only")]
    public async Task What_cannot_be_is_refused(int instances, bool https, string sentence) =>
        (await Should.ThrowAsync<UserFault>(() => Subject.StartAsync(Hello with { Instances = instances, UsesHttps = https },
            cancellation: TestContext.Current.CancellationToken))).Message.ShouldContain(sentence);
}
