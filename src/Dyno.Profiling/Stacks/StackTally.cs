namespace Dyno.Profiling;

/// <summary>Stacks with their weights; equal stacks are added up. Written as folded stacks, which flame graph tools read.</summary>
public sealed class StackTally
{
    private readonly Dictionary<string, (ImmutableArray<CodeFrame> Frames, double Weight)> _stacks = new(StringComparer.Ordinal);
    private readonly Dictionary<CodeFrame, char> _numbers = [];

    /// <summary>The sum of all weights.</summary>
    public double Total { get; private set; }

    /// <summary>The stacks, outermost frame first.</summary>
    public IEnumerable<(ImmutableArray<CodeFrame> Frames, double Weight)> Stacks => _stacks.Values;

    /// <summary>Adds a stack.</summary>
    /// <param name="frames">Its frames, outermost first; a frame that calls itself counts once.</param>
    public void Add(IReadOnlyList<CodeFrame> frames, double weight)
    {
        var key = new StringBuilder(frames.Count);
        var kept = ImmutableArray.CreateBuilder<CodeFrame>(frames.Count);
        foreach (var frame in frames)
        {
            if (kept.Count > 0 && kept[^1] == frame) continue;
            kept.Add(frame);
            key.Append(NumberOf(frame));
        }
        ref var slot = ref CollectionsMarshal.GetValueRefOrAddDefault(_stacks, key.ToString(), out var exists);
        slot = (exists ? slot.Frames : kept.ToImmutable(), slot.Weight + weight);
        Total += weight;
    }

    // A program has some ten thousand methods at most; the last number stands for all frames beyond.
    private char NumberOf(CodeFrame frame)
    {
        if (!_numbers.TryGetValue(frame, out var number)) _numbers[frame] = number = (char)Math.Min(_numbers.Count, char.MaxValue);
        return number;
    }

    /// <summary>The stacks as text, a line each: frames with a letter for their kind, joined by semicolons, and the weight.</summary>
    public string ToText()
    {
        var text = new StringBuilder();
        foreach (var (frames, weight) in _stacks.Values.OrderByDescending(s => s.Weight).ThenBy(s => s.Frames.Length))
            text.AppendJoin(';', frames.Select(f => $"{f.Letter}:{f.Name}")).Append(CultureInfo.InvariantCulture, $" {weight:0.###}\n");
        return text.ToString();
    }
}
