namespace Dyno.Inputs.Curl;

/// <summary>One word of a command line, quotes removed.</summary>
/// <param name="Text">What the program is given.</param>
/// <param name="Line">Where it begins, from 1.</param>
/// <param name="Column">Where in this line, from 1.</param>
/// <param name="EndsCommand">It is not a word but what ends a command: a line break, <c>;</c>, <c>&amp;&amp;</c>, a pipe.</param>
internal readonly record struct ShellWord(string Text, int Line, int Column, bool EndsCommand = false);
