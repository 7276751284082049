namespace Dyno.Load.Tests;

public sealed class LoadFilesTests
{
    [Theory]
    [InlineData("load.js", true, false)]
    [InlineData("Folder/LOAD.MTS", true, false)]
    [InlineData("load.tar", true, false)]
    [InlineData("Load.cs", false, true)]
    [InlineData("bin/Load.dll", false, true)]
    [InlineData("Load.csproj", false, true)]
    [InlineData("load.http", false, false)]
    [InlineData("http://localhost:5000/app.js", false, false)]
    [InlineData("/hello", false, false)]
    [InlineData("", false, false)]
    public void A_name_tells_what_code_a_file_holds(string name, bool isScript, bool isProgram) =>
        (LoadFiles.IsScript(name), LoadFiles.IsProgram(name), LoadFiles.IsCode(name)).ShouldBe((isScript, isProgram, isScript || isProgram));
}
