using YamlDotNet.Core;
using YamlDotNet.Core.Events;
using YamlDotNet.RepresentationModel;

namespace Dyno.Experiments;

/// <summary>Turns text into the one YAML document it holds; what is not YAML is a problem with its line.</summary>
internal static class YamlText
{
    // No experiment is nested deeper; without this limit a hostile file could exhaust the stack.
    private const int DeepestNesting = 20;

    public static YamlPlace? Parse(string file, string text, ICollection<Problem> problems)
    {
        try
        {
            if (LineOfTooDeepNesting(text) is { } line)
            {
                problems.Add(new Problem(file, line, null, $"nested more than {DeepestNesting} levels deep", "no key of an experiment is nested this deep"));
                return null;
            }
            var stream = new YamlStream();
            stream.Load(new StringReader(text));
            if (stream.Documents is [{ RootNode: YamlMappingNode root }]) return new YamlPlace(file, root, "the file", problems);
            problems.Add(new Problem(file, 1, null, "is not an experiment: one mapping of keys is expected", "begin with 'name: …'"));
        }
        catch (YamlException wrong)
        {
            var what = wrong.InnerException?.Message ?? wrong.Message;
            problems.Add(new Problem(file, (int)wrong.Start.Line, (int)wrong.Start.Column, $"is not valid YAML: {what.ReplaceLineEndings(" ")}", HasTab(text, wrong) ? "indent with spaces: YAML does not allow tabs" : null));
        }
        return null;
    }

    private static bool HasTab(string text, YamlException wrong)
    {
        var lines = text.Split('\n');
        return wrong.Start.Line >= 1 && wrong.Start.Line <= lines.Length && lines[wrong.Start.Line - 1].TakeWhile(char.IsWhiteSpace).Contains('\t');
    }

    private static int? LineOfTooDeepNesting(string text)
    {
        var parser = new Parser(new StringReader(text));
        var depth = 0;
        while (parser.MoveNext())
        {
            if (parser.Current is MappingStart or SequenceStart) depth++;
            else if (parser.Current is MappingEnd or SequenceEnd) depth--;
            if (depth > DeepestNesting) return (int)parser.Current!.Start.Line;
        }
        return null;
    }
}
