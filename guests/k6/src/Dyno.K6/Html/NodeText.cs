using AngleSharp;
using AngleSharp.Html.Dom;

namespace Dyno.K6;

/// <summary>What a script reads of one node: texts, attributes, values of form fields, places in tables.</summary>
internal static class NodeText
{
    /// <summary>Text or markup of a node.</summary>
    /// <param name="what">text, inner or outer.</param>
    public static string Read(string what, INode node) => what switch
    {
        "text" => node is IDocument document ? document.DocumentElement?.TextContent ?? "" : node.TextContent,
        "inner" => node switch
        {
            IDocument document => string.Concat(document.ChildNodes.Select(c => c.ToHtml())),
            IElement element => element.InnerHtml,
            _ => "",
        },
        _ => node.ToHtml(),
    };

    /// <summary>A property of the DOM of a node, as JSON; null for undefined.</summary>
    public static string? Fact(string name, INode node) => name switch
    {
        "nodeName" => Json(node is IElement e ? e.LocalName : node.NodeName.ToLowerInvariant()),
        "nodeType" => Number((int)node.NodeType),
        "nodeValue" => Json(node.NodeValue),
        "id" => Json((node as IElement)?.Id ?? ""),
        "className" => Json((node as IElement)?.ClassName ?? ""),
        "lang" => Json(Lang(node)),
        "namespaceURI" => Json((node as IElement)?.NamespaceUri ?? ""),
        "isDefaultNamespace" => Json(node is IElement { NamespaceUri: "http://www.w3.org/1999/xhtml" }),
        "hasChildNodes" => Json(node.HasChildNodes),
        "childElementCount" => Number((node as IParentNode)?.ChildElementCount ?? 0),
        "classes" => Json((node as IElement)?.ClassList.ToArray() ?? []),
        "attributes" => Json((node as IElement)?.Attributes.ToDictionary(a => a.Name, a => a.Value, StringComparer.Ordinal) ?? []),
        "value" => FormValue(node),
        "index" => Number(IndexOf(node)),
        "cellIndex" => Number((node as IHtmlTableCellElement)?.Index ?? -1),
        "rowIndex" => Number((node as IHtmlTableRowElement)?.Index ?? -1),
        "sectionRowIndex" => Number((node as IHtmlTableRowElement)?.IndexInSection ?? -1),
        "selectedIndex" => Number((node as IHtmlSelectElement)?.SelectedIndex ?? -1),
        "selected" => Json((node as IHtmlOptionElement)?.IsSelected ?? false),
        "optionIndex" => Number((node as IHtmlOptionElement)?.Index ?? 0),
        _ => throw new HostException($"an element has no '{name}'"),
    };

    /// <summary>Nodes beside or in a node.</summary>
    public static IEnumerable<INode> Relatives(string name, INode node) => name switch
    {
        "childNodes" => node.ChildNodes,
        "children" => (node as IParentNode)?.Children ?? (IEnumerable<INode>)[],
        "firstChild" => One(node.FirstChild),
        "lastChild" => One(node.LastChild),
        "firstElementChild" => One((node as IParentNode)?.FirstElementChild),
        "lastElementChild" => One((node as IParentNode)?.LastElementChild),
        "nextSibling" => One(node.NextSibling),
        "previousSibling" => One(node.PreviousSibling),
        "nextElementSibling" => One((node as INonDocumentTypeChildNode)?.NextElementSibling),
        "previousElementSibling" => One((node as INonDocumentTypeChildNode)?.PreviousElementSibling),
        "parentNode" => One(node.Parent),
        "parentElement" => One(node.ParentElement),
        "ownerDocument" => One(node.Owner),
        "form" => One(FormOf(node)),
        "labels" => LabelsOf(node),
        "control" => One((node as IHtmlLabelElement)?.Control),
        "elements" => FieldsOf(node),
        "options" => (node as IParentNode)?.QuerySelectorAll("option") ?? (IEnumerable<INode>)[],
        "selectedOptions" => (node as IHtmlSelectElement)?.SelectedOptions ?? (IEnumerable<INode>)[],
        "rows" => (node as IParentNode)?.QuerySelectorAll("tr") ?? (IEnumerable<INode>)[],
        _ => throw new HostException($"an element has no '{name}'"),
    };

    /// <summary>The fields of a form that a browser would send, as JSON pairs.</summary>
    public static string Fields(IReadOnlyList<INode> nodes)
    {
        var pairs = nodes.SelectMany(n => n is IHtmlFormElement ? FieldsOf(n) : [n]).OfType<IElement>()
            .Where(IsSent).SelectMany(f => ValuesOf(f).Select(value => new[] { f.GetAttribute("name")!, value }));
        return JsonSerializer.Serialize(pairs);
    }

    private static bool IsSent(IElement field)
    {
        if (field.LocalName is not ("input" or "select" or "textarea" or "keygen")) return false;
        if (string.IsNullOrEmpty(field.GetAttribute("name")) || field.HasAttribute("disabled")) return false;
        return (field.GetAttribute("type") ?? "").ToLowerInvariant() switch
        {
            "submit" or "button" or "reset" or "image" or "file" => false,
            "checkbox" or "radio" => field.GetAttribute("checked") == "checked", // as k6, which does not know the bare word
            _ => true,
        };
    }

    private static IEnumerable<string> ValuesOf(IElement field) => field switch
    {
        IHtmlSelectElement select => select.SelectedOptions.Select(o => o.Value),
        _ => [ValueOf(field)],
    };

    private static string ValueOf(IElement field) => field switch
    {
        IHtmlTextAreaElement area => area.TextContent,
        IHtmlOptionElement option => option.Value,
        _ => field.GetAttribute("value") ?? ((field.GetAttribute("type") ?? "").ToLowerInvariant() is "checkbox" or "radio" ? "on" : ""),
    };

    private static string? FormValue(INode node) => node switch
    {
        IHtmlSelectElement { IsMultiple: true } many => Json(many.SelectedOptions.Select(o => o.Value).ToArray()),
        IHtmlSelectElement one => one.SelectedOptions is { Length: > 0 } options ? Json(options[0].Value) : null,
        IElement { LocalName: "input" or "textarea" or "option" } field => Json(ValueOf(field)),
        IElement other => other.GetAttribute("value") is { } value ? Json(value) : null,
        _ => null,
    };

    private static IEnumerable<INode> FieldsOf(INode node)
    {
        if (node is not IElement form) return [];
        var inside = form.QuerySelectorAll("button, fieldset, input, keygen, object, output, select, textarea");
        var outside = form.Id is { Length: > 0 } id && form.Owner is { } document
            ? document.QuerySelectorAll("[form]").Where(f => f.GetAttribute("form") == id && !form.Contains(f)) : [];
        return inside.Concat(outside);
    }

    private static IEnumerable<INode> LabelsOf(INode node)
    {
        if (node is not IElement field || field.Owner is not { } document) return [];
        return document.QuerySelectorAll("label").Where(l => l.Contains(field) || (field.Id is { Length: > 0 } id && l.GetAttribute("for") == id));
    }

    private static IElement? FormOf(INode node)
    {
        if (node is not IElement field) return null;
        return field.GetAttribute("form") is { } id ? field.Owner?.GetElementById(id) : field.Closest("form");
    }

    private static string Lang(INode node)
    {
        for (var at = node as IElement; at is not null; at = at.ParentElement)
            if (at.GetAttribute("lang") is { } lang) return lang;
        return "";
    }

    private static int IndexOf(INode node) => node.Parent is IParentNode parent ? parent.Children.TakeWhile(c => c != node).Count() : -1;

    private static IEnumerable<INode> One(INode? node) => node is null ? [] : [node];

    private static string Json<T>(T value) => JsonSerializer.Serialize(value);

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);
}
