using System.Text.RegularExpressions;

namespace Dyno.Cli;

/// <summary>Builds a load program, and turns the compiler's errors into problems with file and line.</summary>
internal sealed partial class LoadProgramBuild(LoadProgram program)
{
    private const int MaxProblems = 20;

    /// <summary>Switches off native AOT, which is the default for a single file and of no use to a load.</summary>
    private const string NoAot = "-p:PublishAot=false";

    /// <summary>Switches off the analyzers: they take time, and their findings about style are no reason not to run a load.</summary>
    private const string NoAnalyzers = "-p:RunAnalyzers=false";

    /// <summary>Builds the program in the Release configuration.</summary>
    /// <returns>The assembly to run.</returns>
    /// <exception cref="UserFault">The program is missing or does not compile; the exception has the errors with their lines.</exception>
    public async Task<string> BuildAsync(CancellationToken cancellation)
    {
        if (!File.Exists(program.Path)) throw new UserFault([Missing(program)]);
        if (program.IsBuilt) return program.Path;
        var (code, output) = await DotnetAsync(["build", program.Path, "-c", "Release", "-v", "q", "--nologo", "-tl:off", "-clp:NoSummary", NoAot, NoAnalyzers], cancellation);
        if (code != 0) throw new UserFault(Problems(output));
        var (_, path) = await DotnetAsync(["build", program.Path, "-c", "Release", "-v", "q", "--nologo", "-tl:off", NoAot, NoAnalyzers, "-getProperty:TargetPath"], cancellation);
        return path.Trim();
    }

    private static async Task<(int Code, string Output)> DotnetAsync(string[] arguments, CancellationToken cancellation)
    {
        var start = new ProcessStartInfo("dotnet", arguments) { RedirectStandardOutput = true, RedirectStandardError = true, RedirectStandardInput = true };
        start.Environment["DOTNET_CLI_UI_LANGUAGE"] = "en"; // the error lines are parsed below
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        using var dotnet = Start(start);
        dotnet.StandardInput.Close();
        try
        {
            var errors = dotnet.StandardError.ReadToEndAsync(cancellation);
            var output = await dotnet.StandardOutput.ReadToEndAsync(cancellation);
            await dotnet.WaitForExitAsync(cancellation);
            return (dotnet.ExitCode, output + await errors);
        }
        finally
        {
            if (!dotnet.HasExited) dotnet.Kill(entireProcessTree: true);
        }
    }

    private static Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            throw new UserFault([new Problem("dotnet", null, null, "the .NET SDK is not on the PATH, and a load in C# must be compiled",
                "install the .NET 10 SDK: https://dotnet.microsoft.com/download/dotnet/10.0")]);
        }
    }

    private ImmutableArray<Problem> Problems(string output)
    {
        var problems = output.Split('\n').Select(line => ErrorLine().Match(line)).Where(match => match.Success)
            .Select(match => ProblemOf(match)).Distinct().ToList();
        if (problems.Count > MaxProblems)
            problems = [.. problems.Take(MaxProblems), new Problem(program.Name, null, null, $"and {problems.Count - MaxProblems} more errors", null)];
        if (problems.Count > 0) return [.. problems];
        var last = output.Split('\n', StringSplitOptions.RemoveEmptyEntries).TakeLast(5);
        return [new Problem(program.Name, null, null, $"the build failed: {string.Join(" / ", last.Select(l => l.Trim()))}", null)];
    }

    private Problem ProblemOf(Match match)
    {
        int? Number(string group) => int.TryParse(match.Groups[group].Value, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
        var file = match.Groups["file"].Value.Trim();
        var source = file.Length == 0 ? program.Name : Path.GetRelativePath(Environment.CurrentDirectory, file);
        return new Problem(source, Number("line"), Number("column"), $"{match.Groups["text"].Value.Trim()} ({match.Groups["code"].Value})", null);
    }

    /// <summary>The problem that the program's file does not exist.</summary>
    public static Problem Missing(LoadProgram program) => new(program.Name, null, null, "this file does not exist", "give the path of a C# file or a project");

    // file(line,column): error CS0103: text [project]
    [GeneratedRegex("""^\s*(?<file>[^(]*?)(\((?<line>\d+),(?<column>\d+)\))?\s*:\s*error (?<code>[A-Z]+\d+):\s*(?<text>.*?)(\s\[[^\]]*\])?\s*$""")]
    private static partial Regex ErrorLine();
}
