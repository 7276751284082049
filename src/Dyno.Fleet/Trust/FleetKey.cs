namespace Dyno.Fleet;

/// <summary>
/// The secret that a fleet shares. Agents run scripts and programs, so every message carries a code (HMAC-SHA256), made with the key over
/// the subject and the content. A sender without the key can neither give orders nor pass off a message of one run or agent as that of
/// another. The key encrypts nothing; secrecy is the transport's task (TLS). Immutable.
/// </summary>
public sealed class FleetKey
{
    /// <summary>Environment variable that holds the key itself.</summary>
    public const string Variable = "DYNO_FLEET_KEY";

    private const int Length = 32;
    private const string HowToGet = "create a key with `dyno fleet key` and copy the file to every machine of the fleet";
    private readonly byte[] _secret;

    private FleetKey(byte[] secret) => _secret = secret;

    /// <summary>The file to which <c>dyno fleet key</c> writes the key, and in which commands look for it.</summary>
    public static string UsualFile =>
        Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".dyno", "fleet.key");

    /// <summary>The key as a text of 64 hexadecimal digits.</summary>
    public string Text => Convert.ToHexStringLower(_secret);

    public static FleetKey Create() => new(RandomNumberGenerator.GetBytes(Length));

    /// <summary>Loads the key from a file; without a file from <see cref="Variable"/>, or else from <see cref="UsualFile"/>.</summary>
    /// <exception cref="UserFault">There is no key, or its text is not a key.</exception>
    public static FleetKey Load(string? file)
    {
        if (file is null && Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } text) return Parse(text, Variable);
        var path = file ?? UsualFile;
        if (!File.Exists(path)) throw new UserFault($"the key file of the fleet, {path}, does not exist", HowToGet);
        return Parse(File.ReadAllText(path), path);
    }

    /// <summary>Reads a key.</summary>
    /// <exception cref="UserFault">The text is not a key.</exception>
    public static FleetKey Parse(string text, string source)
    {
        var digits = text.Trim();
        return digits.Length == 2 * Length && digits.All(char.IsAsciiHexDigit) ? new FleetKey(Convert.FromHexString(digits))
            : throw new UserFault($"{source} contains no fleet key", HowToGet);
    }

    /// <summary>Writes the key to a file that only the user can read.</summary>
    /// <exception cref="UserFault">The file exists already.</exception>
    public void Save(string file)
    {
        if (File.Exists(file)) throw new UserFault($"{file} already exists", "keep it, or remove it first: agents that have this key refuse machines with another key");
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(file))!);
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows()) options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        using var writer = new StreamWriter(file, options);
        writer.WriteLine(Text);
    }

    /// <summary>Seals a content: puts its code in front.</summary>
    /// <param name="subject">The subject of the message, which names its topic and its receiver.</param>
    internal byte[] Seal(string subject, ReadOnlySpan<byte> content) => [.. CodeOf(subject, content), .. content];

    /// <summary>Gives the content if it was sealed with this key for this subject.</summary>
    internal bool TryOpen(string subject, ReadOnlySpan<byte> message, [NotNullWhen(true)] out byte[]? content)
    {
        content = null;
        if (message.Length < HMACSHA256.HashSizeInBytes) return false;
        var rest = message[HMACSHA256.HashSizeInBytes..];
        if (!CryptographicOperations.FixedTimeEquals(CodeOf(subject, rest), message[..HMACSHA256.HashSizeInBytes])) return false;
        content = rest.ToArray();
        return true;
    }

    private byte[] CodeOf(string subject, ReadOnlySpan<byte> content)
    {
        using var hash = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, _secret);
        hash.AppendData(Encoding.UTF8.GetBytes(subject + "\0"));
        hash.AppendData(content);
        return hash.GetHashAndReset();
    }
}
