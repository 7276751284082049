namespace Dyno.JavaScript.Tests;

public sealed class ScriptEngineTests
{
    [Theory]
    [InlineData(null, true, true, "jsc")]
    [InlineData("", true, true, "jsc")]
    [InlineData(null, false, true, "v8")]
    [InlineData("jsc", true, true, "jsc")]
    [InlineData("v8", true, true, "v8")]
    [InlineData("v8", false, true, "v8")]
    public void The_engine_is_the_one_that_is_asked_for_else_the_first_that_is_there(string? word, bool hasJsc, bool hasV8, string chosen) =>
        ScriptEngine.Loaded(word, new Engine("jsc", hasJsc), new Engine("v8", hasV8)).Word.ShouldBe(chosen);

    [Theory]
    [InlineData("jsc", false, true, "no jsc", "get jsc")]
    [InlineData("v8", true, false, "no v8", "get v8")]
    [InlineData(null, false, false, "no jsc", "get jsc")]
    [InlineData("quickjs", true, true, "DYNO_SCRIPT_ENGINE=quickjs names no JavaScript engine", "set DYNO_SCRIPT_ENGINE to jsc or to v8, or leave it unset")]
    [InlineData("V8", true, true, "DYNO_SCRIPT_ENGINE=V8 names no JavaScript engine", "set DYNO_SCRIPT_ENGINE to jsc or to v8, or leave it unset")]
    public void What_cannot_be_had_is_said_with_what_to_do(string? word, bool hasJsc, bool hasV8, string message, string hint)
    {
        var missing = Should.Throw<ScriptEngineMissingException>(() => ScriptEngine.Loaded(word, new Engine("jsc", hasJsc), new Engine("v8", hasV8)));

        (missing.Message, missing.Hint).ShouldBe((message, hint));
    }

    private sealed class Engine(string word, bool isThere) : IScriptEngine
    {
        public string Word => word;

        public string Name => word;

        public string LibraryName => word;

        public void Load()
        {
            if (!isThere) throw new ScriptEngineMissingException($"no {word}", $"get {word}");
        }

        public IScriptVm CreateVm() => throw new NotSupportedException();
    }
}
