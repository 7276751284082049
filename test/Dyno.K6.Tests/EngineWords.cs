using Dyno.JavaScript;

namespace Dyno.K6.Tests;

/// <summary>Words of errors that the script engine itself throws: each has its own.</summary>
internal static class EngineWords
{
    /// <summary>What is expected of the engine of this process.</summary>
    /// <param name="expected"><c>words</c>, or <c>words of JavaScriptCore|v8:words of V8</c>.</param>
    public static string Of(string expected) =>
        expected.Split("|v8:") is not [var jsc, var v8] ? expected : ScriptEngine.Word == "v8" ? v8 : jsc;
}
