namespace Dyno.Scenarios;

/// <summary>Ways to hand out items. All are thread-safe and allocate nothing per item.</summary>
public static class DataFeed
{
    /// <summary>Draws an item evenly each time.</summary>
    /// <param name="data">At least one item.</param>
    /// <param name="seed">Seed of the draws; two feeds with the same seed draw the same items.</param>
    /// <exception cref="UserFault">There is no item.</exception>
    public static IDataFeed<T> Random<T>(IEnumerable<T> data, int seed = 1) => new RandomFeed<T>(ItemsOf(data, nameof(Random)), seed);

    /// <summary>Hands out one item after the other over all users, and begins again after the last item.</summary>
    /// <param name="data">At least one item.</param>
    /// <exception cref="UserFault">There is no item.</exception>
    public static IDataFeed<T> Circular<T>(IEnumerable<T> data) => new CircularFeed<T>(ItemsOf(data, nameof(Circular)));

    /// <summary>Gives every user one item for the whole load: the item with the user's number. Items repeat when there are more users than items.</summary>
    /// <param name="data">At least one item.</param>
    /// <exception cref="UserFault">There is no item.</exception>
    public static IDataFeed<T> Constant<T>(IEnumerable<T> data) => new ConstantFeed<T>(ItemsOf(data, nameof(Constant)));

    private static T[] ItemsOf<T>(IEnumerable<T> data, string kind)
    {
        ArgumentNullException.ThrowIfNull(data);
        T[] items = [.. data];
        return items.Length > 0 ? items : throw new UserFault($"the data feed {kind} has no items", "give it at least one item");
    }

    // SplitMix64 over a shared counter: even draws without a lock.
    private sealed class RandomFeed<T>(T[] items, int seed) : IDataFeed<T>
    {
        private ulong _state = (ulong)seed;

        public T GetNextItem(ScenarioInfo scenarioInfo)
        {
            unchecked
            {
                var z = Interlocked.Add(ref _state, 0x9E3779B97F4A7C15);
                z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
                z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
                return items[(int)((z ^ (z >> 31)) % (ulong)items.Length)];
            }
        }
    }

    private sealed class CircularFeed<T>(T[] items) : IDataFeed<T>
    {
        private long _next = -1;

        public T GetNextItem(ScenarioInfo scenarioInfo) => items[Interlocked.Increment(ref _next) % items.Length];
    }

    private sealed class ConstantFeed<T>(T[] items) : IDataFeed<T>
    {
        public T GetNextItem(ScenarioInfo scenarioInfo)
        {
            ArgumentNullException.ThrowIfNull(scenarioInfo);
            return items[scenarioInfo.InstanceNumber % items.Length];
        }
    }
}
