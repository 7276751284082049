using System.Collections.Immutable;
using System.Net;
using Amazon.Runtime;
using Amazon.S3;
using Amazon.S3.Model;
using Dyno.History.Records;
using Dyno.Results.Problems;

namespace Dyno.History.Remotes;

/// <summary>
/// A bucket of Amazon S3, or of any storage that speaks its protocol: one object for each record, which is never replaced
/// (<c>If-None-Match: *</c>; where the storage does not know that header, the name, which tells the content, keeps two records apart). Keys, region
/// and address come from where the AWS tools take them: <c>AWS_ACCESS_KEY_ID</c>, <c>AWS_SECRET_ACCESS_KEY</c>, <c>AWS_REGION</c>,
/// <c>AWS_ENDPOINT_URL</c>, a profile, or the role of the machine.
/// </summary>
internal sealed class S3Remote : IHistoryRemote
{
    private const int AtOnce = 8;
    private readonly AmazonS3Client _client;
    private readonly string _bucket;
    private readonly string _prefix;
    private readonly TimeProvider _time;

    private S3Remote(AmazonS3Client client, string bucket, string prefix, TimeProvider time) => (_client,
        _bucket, _prefix, _time) = (client, bucket, prefix, time);

    public string Name => $"s3://{_bucket}/{_prefix}";

    /// <summary>Reads <c>s3://bucket/prefix</c>.</summary>
    /// <param name="text">The text.</param>
    /// <param name="time">Measures the pauses between attempts.</param>
    /// <param name="client">The client; null: the one that the environment describes.</param>
    /// <exception cref="UserFault">There is no bucket in it, or the environment names no region.</exception>
    public static S3Remote Parse(string text, TimeProvider time, AmazonS3Client? client = null)
    {
        var parts = text["s3://".Length..].Split('/', 2);
        var prefix = parts.Length == 2 ? parts[1].Trim('/') : "";
        if (parts[0].Length == 0 || parts[0].Any(c => !char.IsAsciiLetterOrDigit(c) && c is not ('-' or '.' or '_')))
            throw new UserFault($"'{text}' names no bucket", "write s3://BUCKET/PREFIX, such as s3://ci-results/api");
        return new S3Remote(client ?? ClientOfEnvironment(text), parts[0], prefix.Length == 0 ? "" : prefix + "/", time);
    }

    private static AmazonS3Client ClientOfEnvironment(string text)
    {
        try
        {
            return new AmazonS3Client(Settings());
        }
        catch (AmazonClientException missing)
        {
            throw new UserFault($"{text}: {missing.Message}", "set AWS_REGION, such as eu-central-1; for storage of another maker AWS_ENDPOINT_URL, too", missing);
        }
    }

    // Storage of other makers has the bucket in the path, and does not know the checksums that the SDK would add of its own accord.
    internal static AmazonS3Config Settings()
    {
        var settings = new AmazonS3Config
        {
            RequestChecksumCalculation = RequestChecksumCalculation.WHEN_REQUIRED,
            ResponseChecksumValidation = ResponseChecksumValidation.WHEN_REQUIRED,
            Timeout = TimeSpan.FromSeconds(30),
        };
        if ((Environment.GetEnvironmentVariable("AWS_ENDPOINT_URL_S3") ?? Environment.GetEnvironmentVariable("AWS_ENDPOINT_URL")) is { Length: > 0 } address)
            (settings.ServiceURL, settings.ForcePathStyle, settings.AuthenticationRegion) = (address, true, Environment.GetEnvironmentVariable("AWS_REGION") ?? "us-east-1");
        return settings;
    }

    public async Task<int> PushAsync(IReadOnlyCollection<HistoryFile> files, CancellationToken cancellation)
    {
        var there = (await NamesAsync(cancellation)).ToHashSet(StringComparer.Ordinal);
        var added = 0;
        foreach (var file in files.Where(file => !there.Contains(file.Name)))
        {
            var isNew = await Retries.UntilAsync(() => TryPutAsync(file, isConditional: true, cancellation), _time, cancellation)
                ?? throw new UserFault($"{Name}: {file.Name} was refused again and again", "push again in a minute; nothing was lost: the records are in .dyno/history");
            if (isNew) added++;
        }
        return added;
    }

    public async Task<ImmutableArray<HistoryFile>> PullAsync(IReadOnlySet<string> known, CancellationToken cancellation)
    {
        var files = ImmutableArray.CreateBuilder<HistoryFile>();
        foreach (var some in (await NamesAsync(cancellation)).Where(name => !known.Contains(name)).Chunk(AtOnce))
            files.AddRange(await Task.WhenAll(some.Select(name => GetAsync(name, cancellation))));
        return files.ToImmutable();
    }

    public void Dispose() => _client.Dispose();

    private async Task<ImmutableArray<string>> NamesAsync(CancellationToken cancellation)
    {
        var names = ImmutableArray.CreateBuilder<string>();
        var request = new ListObjectsV2Request { BucketName = _bucket, Prefix = _prefix };
        try
        {
            ListObjectsV2Response page;
            do
            {
                page = await _client.ListObjectsV2Async(request, cancellation);
                names.AddRange((page.S3Objects ?? []).Select(found => found.Key[_prefix.Length..]).Where(HistoryFile.IsName));
                request.ContinuationToken = page.NextContinuationToken;
            }
            while (page.IsTruncated == true);
            return names.ToImmutable();
        }
        catch (Exception failure) when (IsOfStorage(failure))
        {
            throw Refused(failure);
        }
    }

    // True: added. False: it was there. Null: try again.
    private async Task<bool?> TryPutAsync(HistoryFile file, bool isConditional, CancellationToken cancellation)
    {
        using var content = new MemoryStream(file.Bytes);
        var request = new PutObjectRequest
        {
            BucketName = _bucket,
            Key = _prefix + file.Name,
            InputStream = content,
            ContentType = "application/json",
            UseChunkEncoding = false,
            IfNoneMatch = isConditional ? "*" : null,
        };
        try
        {
            await _client.PutObjectAsync(request, cancellation);
            return true;
        }
        catch (AmazonS3Exception refused) when (refused.StatusCode == HttpStatusCode.PreconditionFailed)
        {
            return false;
        }
        catch (AmazonS3Exception refused) when (refused.StatusCode == HttpStatusCode.Conflict)
        {
            return null;
        }
        catch (AmazonS3Exception refused) when (isConditional && refused.StatusCode == HttpStatusCode.NotImplemented)
        {
            return await TryPutAsync(file, isConditional: false, cancellation);
        }
        catch (Exception failure) when (IsOfStorage(failure))
        {
            throw Refused(failure);
        }
    }

    private async Task<HistoryFile> GetAsync(string name, CancellationToken cancellation)
    {
        try
        {
            using var found = await _client.GetObjectAsync(_bucket, _prefix + name, cancellation);
            using var text = new StreamReader(found.ResponseStream);
            return new HistoryFile(name, await text.ReadToEndAsync(cancellation));
        }
        catch (Exception failure) when (IsOfStorage(failure))
        {
            throw Refused(failure);
        }
    }

    private static bool IsOfStorage(Exception failure) => failure is AmazonServiceException or AmazonClientException or HttpRequestException or IOException;

    private UserFault Refused(Exception failure) => new(
        $"{Name}: {Results.Redaction.Text(failure.Message.Split('\n')[0].Trim())}",
        failure is AmazonS3Exception { StatusCode: HttpStatusCode.NotFound } ? "create the bucket, or name another one"
            : failure is AmazonS3Exception { StatusCode: HttpStatusCode.Forbidden or HttpStatusCode.Unauthorized }
                ? "the key needs s3:ListBucket, s3:GetObject and s3:PutObject; it comes from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or from a profile"
            : "set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION; for storage of another maker AWS_ENDPOINT_URL, too", failure);
}
