namespace Dyno.Experiments;

/// <summary>
/// How many rounds may be repeated: a round with a void or failed trial is repeated whole, up to 20 % extra rounds (at
/// least one); beyond that the verdict is void.
/// </summary>
internal sealed class RoundBudget(int planned)
{
    private int _planned = planned;

    /// <summary>Rounds in which every trial counts.</summary>
    public int Good { get; private set; }

    /// <summary>Rounds that had to be repeated.</summary>
    public int Spoiled { get; private set; }

    /// <summary>Whether more rounds were spoiled than may be repeated.</summary>
    public bool IsExhausted => Spoiled > Math.Max(1, _planned / 5);

    /// <summary>Whether another round is to run.</summary>
    public bool WantsAnother => Good < _planned && !IsExhausted;

    /// <summary>Counts a finished round.</summary>
    public void Add(bool isGood)
    {
        if (isGood) Good++;
        else Spoiled++;
    }

    public void Extend(int rounds) => _planned = Math.Max(_planned, rounds);

    /// <summary>Forgets the spoiled rounds: what spoiled them is left out from now on.</summary>
    public void ClearSpoiled() => Spoiled = 0;
}
