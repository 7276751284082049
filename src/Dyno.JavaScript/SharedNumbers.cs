using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Dyno.JavaScript;

/// <summary>
/// Numbers that a script and .NET both see without a call: a <c>Float64Array</c> there, this here. Which of the two sides owns
/// the memory is the engine's affair; nothing may be read or written after the machine is disposed of. One thread.
/// </summary>
public readonly unsafe struct SharedNumbers
{
    private readonly double* _first;
    private readonly int _count;
    private readonly object _owner; // kept alive, and with it the memory, which never moves

    /// <summary>Describes memory.</summary>
    /// <param name="first">Where it begins.</param>
    /// <param name="count">How many numbers it holds.</param>
    /// <param name="owner">While it is referred to, the memory stays where it is.</param>
    internal SharedNumbers(double* first, int count, object owner)
    {
        _first = first;
        _count = count;
        _owner = owner;
    }

    /// <summary>A number.</summary>
    /// <exception cref="ArgumentOutOfRangeException">There is none at that place.</exception>
    public ref double this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if ((uint)index >= (uint)_count) ThrowBeyond(index);
            return ref _first[index];
        }
    }

    /// <summary>The numbers from a place on.</summary>
    public Span<double> From(int start) => new Span<double>(_first, _count)[start..];

    [DoesNotReturn]
    private static void ThrowBeyond(int index) => throw new ArgumentOutOfRangeException(nameof(index), index, "no such shared number");
}
