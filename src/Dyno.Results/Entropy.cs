namespace Dyno.Results;

/// <summary>
/// Random numbers for names and seeds, straight from the operating system. The cryptographic generator would also do, but its first
/// use maps OpenSSL into the process: 5 MB of the generator's memory that a run over http never needs.
/// </summary>
public static class Entropy
{
    /// <summary>A number from 0 to 2³¹ − 2, to seed a run whose user named no seed.</summary>
    public static int Seed() => (int)(Bits() % int.MaxValue);

    /// <summary><paramref name="length"/> characters drawn from <paramref name="letters"/> (2 to 32 of them).</summary>
    public static string Text(string letters, int length)
    {
        ArgumentException.ThrowIfNullOrEmpty(letters);
        return string.Create(length, letters, static (text, from) =>
        {
            for (var i = 0; i < text.Length; i++) text[i] = from[(int)(Bits() % (uint)from.Length)];
        });
    }

    // The first four bytes of a version 4 GUID are random (RFC 9562, section 5.4).
    private static uint Bits()
    {
        Span<byte> bytes = stackalloc byte[16];
        Guid.NewGuid().TryWriteBytes(bytes);
        return BitConverter.ToUInt32(bytes);
    }
}
