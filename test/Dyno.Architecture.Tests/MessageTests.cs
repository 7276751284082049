using Dyno.Results;

namespace Dyno.Architecture.Tests;

public sealed partial class MessageTests
{
    /// <summary>What Dyno prints is masked once more: "the gate cannot pass: give it more rounds" was printed without "give".</summary>
    [Fact]
    public void A_sentence_is_not_taken_for_a_secret()
    {
        var sentences = RepositoryFiles.Sources
            .SelectMany(path => RepositoryFiles.Lines(path).Where(line => !line.TrimStart().StartsWith("//", StringComparison.Ordinal))
                .SelectMany(line => Literal().Matches(line)).Select(match => (path, text: NoSentence().Replace(match.Groups[1].Value, ""))))
            .Where(literal => Sentence().IsMatch(literal.text)).ToList();

        sentences.Count.ShouldBeGreaterThan(200, "the test no longer finds the messages");
        sentences.Where(sentence => Redaction.Text(sentence.text) != sentence.text)
            .ShouldBeEmpty("write it without a colon or an equals sign behind a word that names a secret");
    }

    [GeneratedRegex("""
        "((?:[^"\\]|\\.){12,})"
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Literal();

    // Values that are put in, and examples in quotation marks, which may look like secrets.
    [GeneratedRegex(@"\{[^}]*\}|'[^']*'")]
    private static partial Regex NoSentence();

    [GeneratedRegex("[a-z]: [A-Za-z]+ [a-z]+")]
    private static partial Regex Sentence();
}
