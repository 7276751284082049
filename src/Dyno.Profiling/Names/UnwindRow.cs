namespace Dyno.Profiling;

/// <summary>How to find a function's caller at one place: where its frame is, and which registers it has saved there.</summary>
internal sealed class UnwindRow
{
    private readonly Dictionary<int, long> _saved = [];

    /// <summary>The register that the frame's address (CFA) is counted from.</summary>
    public int Register { get; set; }

    /// <summary>What is added to the register.</summary>
    public long Offset { get; set; }

    /// <summary>Whether the place is told by a program, which is not run here.</summary>
    public bool IsExpression { get; set; }

    /// <summary>Notes where a register is saved, relative to the frame's address.</summary>
    public void Save(int register, long offset) => _saved[register] = offset;

    public void Forget(int register) => _saved.Remove(register);

    /// <summary>Takes over what another row says of a register.</summary>
    public void Restore(UnwindRow? other, int register)
    {
        if (other is not null && other._saved.TryGetValue(register, out var offset)) _saved[register] = offset;
        else _saved.Remove(register);
    }

    /// <summary>Where a register is saved, relative to the frame's address; null when it is not.</summary>
    public long? SavedAt(int register) => _saved.TryGetValue(register, out var offset) ? offset : null;

    /// <summary>The same row, to be changed on its own.</summary>
    public UnwindRow Copy()
    {
        var copy = new UnwindRow { Register = Register, Offset = Offset, IsExpression = IsExpression };
        foreach (var (register, offset) in _saved) copy._saved[register] = offset;
        return copy;
    }
}
