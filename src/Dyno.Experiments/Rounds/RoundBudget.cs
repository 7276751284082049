namespace Dyno.Experiments.Rounds;

/// <summary>
/// How many rounds may be repeated: a round with a void or failed trial is repeated whole, up to 20 % extra rounds (at
/// least one); beyond that the verdict is void.
/// </summary>
internal sealed class RoundBudget(int planned)
{
    private readonly int _extra = Math.Max(1, planned / 5);
    private int _good;
    private int _spoiled;

    /// <summary>Rounds in which every trial counts.</summary>
    public int Good => _good;

    /// <summary>Rounds that had to be repeated.</summary>
    public int Spoiled => _spoiled;

    /// <summary>Whether more rounds were spoiled than may be repeated.</summary>
    public bool IsExhausted => _spoiled > _extra;

    /// <summary>Whether another round is to run.</summary>
    public bool WantsAnother => _good < planned && !IsExhausted;

    /// <summary>Counts a finished round.</summary>
    public void Add(bool isGood)
    {
        if (isGood) _good++;
        else _spoiled++;
    }
}
