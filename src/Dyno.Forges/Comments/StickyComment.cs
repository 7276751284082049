using System.Text.RegularExpressions;

namespace Dyno.Forges;

/// <summary>
/// The one comment of Dyno on a pull request. It is found again by a mark that readers do not see, so that each push replaces it, whatever
/// else someone has written into it.
/// </summary>
/// <param name="forge">Where the comments are.</param>
/// <param name="key">Tells several comments on one pull request apart: letters, digits, dots and hyphens.</param>
/// <param name="run">Number of the pipeline's run, which grows with each; null: unknown.</param>
public sealed partial class StickyComment(Forge forge, string key, long? run)
{
    /// <summary>The longest comment, in characters, that every forge takes.</summary>
    public const int MostCharacters = 60_000;

    /// <summary>Posts the comment, or replaces it.</summary>
    /// <returns>What was done, in words.</returns>
    /// <exception cref="UserFault">The forge refuses, or does not answer.</exception>
    public async Task<string> PutAsync(string markdown, CancellationToken cancellation)
    {
        var body = WithMark(markdown, key, run);
        if (Own(await forge.ListAsync(cancellation), await forge.OwnIdAsync(cancellation)) is [var known, ..])
        {
            if (RunOf(known.Body) > run) return $"left the comment on {forge.Place} as it is: a later run has written it";
            if (await forge.UpdateAsync(known, body, cancellation)) return $"replaced the comment on {forge.Place}";
        }
        var id = await forge.CreateAsync(body, cancellation);
        return await YieldAsync(id, body, cancellation) ?? $"posted a comment on {forge.Place}";
    }

    /// <summary>A comment with the mark, cut where it is too long for a forge.</summary>
    /// <param name="key">As in the constructor.</param>
    /// <param name="run">As in the constructor.</param>
    public static string WithMark(string markdown, string key, long? run)
    {
        if (markdown.Length > MostCharacters) markdown = markdown[..MostCharacters] + "\n\n… (cut: too long for a comment)\n";
        return string.Create(CultureInfo.InvariantCulture, $"<!-- dyno:{key}{(run is null ? "" : $" run={run}")} -->\n{markdown}");
    }

    // When two pushes meet, both may have found no comment. The older comment stays, and has the text of the later run.
    private async Task<string?> YieldAsync(string id, string body, CancellationToken cancellation)
    {
        var all = Own(await forge.ListAsync(cancellation), await forge.OwnIdAsync(cancellation));
        if (all is not [var first, _, ..] || all.FirstOrDefault(c => c.Id == id) is not { } mine || first.Id == id) return null;
        if (!(RunOf(first.Body) > run) && !await forge.UpdateAsync(first, body, cancellation)) return null;
        await forge.DeleteAsync(mine, cancellation);
        return $"replaced the comment on {forge.Place} that another run posted meanwhile";
    }

    // A stranger's comment may have the mark as well, and is no one's to change.
    private ImmutableArray<ForgeComment> Own(ImmutableArray<ForgeComment> all, string? own) =>
        [.. all.Where(c => Mark().Match(c.Body) is { Success: true } mark && mark.Groups["key"].Value == key && (own is null ? c.IsBot : c.AuthorId == own))];

    private static long? RunOf(string body) =>
        Mark().Match(body) is { Success: true } mark && long.TryParse(mark.Groups["run"].ValueSpan, CultureInfo.InvariantCulture, out var run) ? run : null;

    [GeneratedRegex(@"<!-- dyno:(?<key>[\w.-]+)( run=(?<run>\d{1,18}))? -->")]
    private static partial Regex Mark();
}
