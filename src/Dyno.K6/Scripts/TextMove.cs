namespace Dyno.K6.Scripts;

/// <summary>A change within a line of a text before it was compiled. Of several in a line, the first one first.</summary>
/// <param name="Line">Its line, from 1.</param>
/// <param name="Column">Where it begins in the changed line, from 1.</param>
/// <param name="Removed">Characters that stood there.</param>
/// <param name="Put">Characters that are there now.</param>
internal readonly record struct TextMove(int Line, int Column, int Removed, int Put);
