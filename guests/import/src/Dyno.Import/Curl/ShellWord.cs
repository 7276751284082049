
namespace Dyno.Import;

/// <summary>One word of a command line, quotes removed.</summary>
/// <param name="Line">The line where the word begins, from 1.</param>
/// <param name="Column">The column in this line, from 1.</param>
/// <param name="EndsCommand">Whether this is not a word but the end of a command: a line break, <c>;</c>, <c>&amp;&amp;</c>, a pipe.</param>
internal readonly record struct ShellWord(string Text, int Line, int Column, bool EndsCommand = false);
