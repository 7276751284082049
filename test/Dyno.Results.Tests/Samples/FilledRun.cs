using System.Reflection;
using System.Runtime.CompilerServices;

namespace Dyno.Results.Tests;

/// <summary>A run result with every property of every record set, also those added tomorrow: made by reflection.</summary>
internal sealed class FilledRun(Func<string, string> textFor)
{
    private int _number;

    /// <param name="textFor">The text for a property, by its name.</param>
    public static RunResult Create(Func<string, string> textFor) =>
        (RunResult)new FilledRun(textFor).Fill(typeof(RunResult)) with { SchemaVersion = RunResult.CurrentSchemaVersion };

    private object Fill(Type type)
    {
        var record = RuntimeHelpers.GetUninitializedObject(type);
        foreach (var property in type.GetProperties().Where(p => p.CanWrite))
            property.SetValue(record, Value(property.PropertyType, property.Name));
        return record;
    }

    private object Value(Type type, string name)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        if (type == typeof(string)) return textFor(name);
        if (type == typeof(bool)) return true;
        if (type == typeof(int)) return ++_number;
        if (type == typeof(long)) return (long)++_number * 1_000_000_007;
        if (type == typeof(double)) return ++_number + 0.125;
        if (type == typeof(DateTimeOffset)) return new DateTimeOffset(2026, 11, 21, 10, 42, ++_number % 60, TimeSpan.Zero);
        if (type.IsEnum) return Enum.GetValues(type).GetValue(Enum.GetValues(type).Length - 1)!;
        return type.IsGenericType ? Collection(type, name) : Fill(type);
    }

    private object Collection(Type type, string name)
    {
        var items = type.GetGenericArguments();
        if (type.GetGenericTypeDefinition() == typeof(ImmutableArray<>)) return Call(nameof(Array), items, name);
        if (type == typeof(ImmutableSortedDictionary<int, long>)) return ImmutableSortedDictionary<int, long>.Empty.Add(200, 5).Add(503, 1);
        if (type == typeof(ImmutableSortedDictionary<string, double>)) return ImmutableSortedDictionary<string, double>.Empty.Add("p(95)", 1.5);
        if (type == typeof(ImmutableSortedDictionary<string, string>))
            return ImmutableSortedDictionary<string, string>.Empty.Add("DB_PASSWORD", textFor("DB_PASSWORD"));
        if (type == typeof(ImmutableSortedDictionary<string, ImmutableArray<double?>>))
            return ImmutableSortedDictionary<string, ImmutableArray<double?>>.Empty.Add("server.timers", [1.5, null]);
        throw new NotSupportedException($"teach {nameof(FilledRun)} to fill {type}");
    }

    private ImmutableArray<T> Array<T>(string name) => [(T)Value(typeof(T), name), (T)Value(typeof(T), name)];

    private object Call(string method, Type[] types, string name) => typeof(FilledRun)
        .GetMethod(method, BindingFlags.NonPublic | BindingFlags.Instance)!.MakeGenericMethod(types).Invoke(this, [name])!;
}
