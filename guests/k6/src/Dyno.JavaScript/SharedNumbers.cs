using System.Diagnostics.CodeAnalysis;

namespace Dyno.JavaScript;

/// <summary>
/// Numbers that a script and .NET share without calls: a <c>Float64Array</c> in the script, this struct in .NET. The engine decides which
/// side owns the memory. The numbers must not be used after the machine is disposed of. For one thread.
/// </summary>
public readonly unsafe struct SharedNumbers
{
    private readonly double* _first;
    private readonly int _count;
    private readonly object _owner; // keeps the memory alive, which never moves

    /// <summary>Describes shared memory.</summary>
    /// <param name="count">How many numbers the memory holds.</param>
    /// <param name="owner">The owner: while it is referenced, the memory stays in place.</param>
    internal SharedNumbers(double* first, int count, object owner)
    {
        _first = first;
        _count = count;
        _owner = owner;
    }

    /// <summary>The number at an index.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is outside the shared numbers.</exception>
    public ref double this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if ((uint)index >= (uint)_count) ThrowBeyond(index);
            return ref _first[index];
        }
    }

    public Span<double> From(int start) => new Span<double>(_first, _count)[start..];

    [DoesNotReturn]
    private static void ThrowBeyond(int index) => throw new ArgumentOutOfRangeException(nameof(index), index, "no such shared number");
}
