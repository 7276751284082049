namespace Dyno.Load;

/// <summary>SplitMix64 (Steele, Lea, Flood 2014): the same sequence on every runtime and machine, unlike System.Random.</summary>
/// <param name="seed">Any number: neighbouring seeds give sequences that have nothing in common.</param>
public struct SplitMix64(long seed)
{
    private ulong _state = unchecked((ulong)seed);

    /// <summary>The next number, each of the 2⁶⁴ as likely as any other.</summary>
    public ulong Next()
    {
        unchecked
        {
            var z = _state += 0x9E3779B97F4A7C15;
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
            return z ^ (z >> 31);
        }
    }
}
