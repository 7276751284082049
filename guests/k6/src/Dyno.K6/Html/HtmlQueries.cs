namespace Dyno.K6;

/// <summary>Finds nodes from other nodes, as k6's Selection (and jQuery before it) does.</summary>
internal static partial class HtmlQueries
{
    /// <summary>Takes one step from a set of nodes to another.</summary>
    /// <param name="step">The kind of step: find, children, parent …</param>
    /// <param name="from">The nodes to start from.</param>
    /// <param name="selector">Keeps the nodes that match; null or empty keeps every node.</param>
    /// <param name="others">Nodes in the place of a selector, for the steps that take either; null for none.</param>
    /// <exception cref="HostException">There is no such step, or no such selector.</exception>
    public static IEnumerable<INode> Select(string step, IReadOnlyList<INode> from, string? selector, IReadOnlyList<INode>? others)
    {
        try
        {
            return InOrder(step, Walk(step, from, Known(selector ?? ""), others)).ToList();
        }
        catch (DomException e)
        {
            throw new HostException($"'{selector}' is not a selector: {e.Message}", "SyntaxError");
        }
    }

    /// <summary>Whether a node matches a selector; false for a node that is not an element.</summary>
    public static bool Matches(INode node, string selector) => node is IElement element && element.Matches(Known(selector));

    // Translates :input, jQuery's name for the fields of a form, which k6 accepts and AngleSharp does not.
    private static string Known(string selector) => !selector.Contains(":input", StringComparison.Ordinal) ? selector
        : InputOrText().Replace(selector, found => found.Value[0] == ':' ? ":is(input, select, textarea, button)" : found.Value);

    [GeneratedRegex("""
        "[^"]*"|'[^']*'|:input(?![\w-])
        """)]
    private static partial Regex InputOrText();

    private static IEnumerable<INode> Walk(string step, IReadOnlyList<INode> from, string selector, IReadOnlyList<INode>? others) => step switch
    {
        "find" => others is null ? from.OfType<IParentNode>().SelectMany(n => n.QuerySelectorAll(selector))
            : others.Where(o => from.Any(n => n != o && n.Contains(o))),
        "children" => Filtered(from.OfType<IParentNode>().SelectMany(n => n.Children), selector),
        "contents" => from.SelectMany(n => n.ChildNodes),
        "parent" => Filtered(from.Select(n => n.ParentElement).OfType<INode>(), selector),
        "parents" => Filtered(from.SelectMany(n => Chain(n, x => x.ParentElement)), selector),
        "next" => Filtered(from.Select(Next).OfType<INode>(), selector),
        "nextAll" => Filtered(from.SelectMany(n => Chain(n, Next)), selector),
        "prev" => Filtered(from.Select(Previous).OfType<INode>(), selector),
        "prevAll" => Filtered(from.SelectMany(n => Chain(n, Previous)), selector),
        "siblings" => Filtered(from.SelectMany(n => n.Parent is IParentNode p ? p.Children.Where(c => c != n) : []), selector),
        "closest" => from.Select(n => others is null ? Self(n).FirstOrDefault(x => Matches(x, selector)) : Self(n).FirstOrDefault(others.Contains)).OfType<INode>(),
        "filter" => others is null ? from.Where(n => Matches(n, selector)) : from.Where(others.Contains),
        "not" => others is null ? from.Where(n => !Matches(n, selector)) : from.Where(n => !others.Contains(n)),
        "has" => from.Where(n => others is null ? n is IParentNode p && p.QuerySelector(selector) is not null : others.Any(o => o != n && n.Contains(o))),
        "add" => from.Concat(others ?? [.. RootsOf(from).SelectMany(r => r.QuerySelectorAll(selector))]),
        _ => throw new HostException($"a selection cannot go '{step}'"),
    };

    /// <summary>The nodes up to the first one that matches, without that node: parentsUntil, nextUntil, prevUntil.</summary>
    public static IEnumerable<INode> Until(string step, IReadOnlyList<INode> from, string until, IReadOnlyList<INode>? others, string selector)
    {
        Func<INode, INode?> next = step switch { "parentsUntil" => n => n.ParentElement, "nextUntil" => Next, _ => Previous };
        try
        {
            var walked = from.SelectMany(n => Chain(n, next).TakeWhile(x => others is null ? until.Length == 0 || !Matches(x, until) : !others.Contains(x)));
            return InOrder(step, Filtered(walked, selector)).ToList();
        }
        catch (DomException e)
        {
            throw new HostException($"'{(until.Length > 0 ? until : selector)}' is not a selector: {e.Message}", "SyntaxError");
        }
    }

    private static IEnumerable<INode> Filtered(IEnumerable<INode> nodes, string selector) =>
        selector.Length == 0 ? nodes : nodes.Where(n => Matches(n, selector));

    private static IEnumerable<INode> Chain(INode from, Func<INode, INode?> next)
    {
        for (var node = next(from); node is not null; node = next(node)) yield return node;
    }

    private static IEnumerable<INode> Self(INode node) => Chain(node, n => n.ParentElement).Prepend(node);

    private static INode? Next(INode node) => (node as INonDocumentTypeChildNode)?.NextElementSibling;

    private static INode? Previous(INode node) => (node as INonDocumentTypeChildNode)?.PreviousElementSibling;

    private static IEnumerable<IParentNode> RootsOf(IReadOnlyList<INode> nodes) =>
        nodes.Select(n => n as IDocument ?? (INode?)n.Owner).OfType<IParentNode>().Distinct();

    // Each node once. The nodes stay in the order in which the step found them (parents and previous nodes: the nearest first), except for add.
    private static IEnumerable<INode> InOrder(string step, IEnumerable<INode> nodes)
    {
        var once = nodes.Distinct<INode>(ReferenceEqualityComparer.Instance);
        return step is "add" ? once.Order(DocumentOrder.Instance) : once;
    }

    private sealed class DocumentOrder : IComparer<INode>
    {
        public static DocumentOrder Instance { get; } = new();

        public int Compare(INode? x, INode? y) => x is null || y is null || ReferenceEquals(x, y) ? 0
            : (x.CompareDocumentPosition(y) & DocumentPositions.Following) != 0 ? -1 : 1;
    }
}
