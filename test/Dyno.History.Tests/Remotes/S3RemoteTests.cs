using System.Collections.Immutable;
using System.Diagnostics;
using Amazon.Runtime;
using Amazon.S3;
using Dyno.History.Remotes;
using Dyno.History.Tests.Records;
using Dyno.Results.Problems;
using Dyno.Testing;

namespace Dyno.History.Tests.Remotes;

/// <summary>Against s3rver, a server of another house.</summary>
public sealed class S3RemoteTests : IAsyncLifetime
{
    private static readonly string Folder = Path.Combine(RepositoryRoot.Path, "test", "Dyno.History.Tests", "Npm");
    private readonly string _data = Directory.CreateTempSubdirectory("dyno-s3-").FullName;
    private Process? _server;
    private string _address = "";
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        Assert.SkipUnless(Directory.Exists(Path.Combine(Folder, "node_modules", "s3rver")), "needs Node.js and the package s3rver: ./build test installs them");
        _server = Process.Start(new ProcessStartInfo("node", ["server.js", _data]) { WorkingDirectory = Folder, RedirectStandardInput = true, RedirectStandardOutput = true })!;
        _address = $"http://127.0.0.1:{await _server.StandardOutput.ReadLineAsync(Cancellation)}";
    }

    public ValueTask DisposeAsync()
    {
        _server?.StandardInput.Close();
        if (_server?.WaitForExit(3000) == false) _server.Kill();
        _server?.Dispose();
        Directory.Delete(_data, recursive: true);
        return ValueTask.CompletedTask;
    }

    [Fact]
    public async Task What_one_pushes_another_pulls()
    {
        var files = Sample.Files(12);
        using var one = Remote("s3://ci-results/api");
        using var other = Remote("s3://ci-results/api");
        using var elsewhere = Remote("s3://ci-results/web");

        (await one.PushAsync(files[..9], Cancellation)).ShouldBe(9);
        (await other.PushAsync(files, Cancellation)).ShouldBe(3);

        (await one.PullAsync(ImmutableHashSet<string>.Empty, Cancellation)).ShouldBe(files, ignoreOrder: true);
        (await one.PullAsync(files.Take(10).Select(file => file.Name).ToImmutableHashSet(), Cancellation)).ShouldBe(files[10..], ignoreOrder: true);
        (await elsewhere.PullAsync(ImmutableHashSet<string>.Empty, Cancellation)).ShouldBeEmpty();
    }

    [Fact]
    public async Task Pushes_at_once_lose_no_record()
    {
        var files = Sample.Files(12);
        using var remote = Remote("s3://ci-results/api");

        await Task.WhenAll(Enumerable.Range(0, 4).Select(async i =>
        {
            using var own = Remote("s3://ci-results/api");
            await own.PushAsync(files[(2 * i)..(2 * i + 6)], Cancellation);
        }));

        (await remote.PullAsync(ImmutableHashSet<string>.Empty, Cancellation)).ShouldBe(files, ignoreOrder: true);
    }

    [Fact]
    public async Task A_bucket_that_does_not_exist_is_named()
    {
        using var remote = Remote("s3://no-such-bucket/api");

        (await Should.ThrowAsync<UserFault>(() => remote.PullAsync(ImmutableHashSet<string>.Empty, Cancellation))).Hint.ShouldNotBeNull().ShouldContain("create the bucket");
    }

    private S3Remote Remote(string text)
    {
        var settings = S3Remote.Settings();
        (settings.ServiceURL, settings.ForcePathStyle, settings.AuthenticationRegion) = (_address, true, "us-east-1");
        return S3Remote.Parse(text, TimeProvider.System, new AmazonS3Client(new BasicAWSCredentials("S3RVER", "S3RVER"), settings));
    }
}
