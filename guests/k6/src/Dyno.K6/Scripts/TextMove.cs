namespace Dyno.K6;

/// <summary>A change within one line of a text, made before the text was compiled. Changes of one line are listed from left to right.</summary>
/// <param name="Line">Its line, from 1.</param>
/// <param name="Column">Where it begins in the changed line, from 1.</param>
/// <param name="Removed">Number of characters that were removed.</param>
/// <param name="Put">Number of characters that were put in.</param>
internal readonly record struct TextMove(int Line, int Column, int Removed, int Put);
