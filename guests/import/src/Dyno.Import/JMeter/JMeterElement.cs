namespace Dyno.Import;

/// <summary>An element of a test plan with the elements below it. In the file they stand in the <c>hashTree</c> behind the element.</summary>
internal sealed class JMeterElement
{
    private const int LongestName = 200; // names are repeated in every path below, so long ones would need much memory

    private JMeterElement(XmlNode node, string name, string path)
    {
        (Node, Name, Path) = (node, name, path);
        var tag = node.Name;
        Type = tag[(tag.LastIndexOf('.') + 1)..];
    }

    public XmlNode Node { get; }

    /// <summary>The class without its package: <c>ThreadGroup</c>, <c>HTTPSamplerProxy</c>.</summary>
    public string Type { get; }

    /// <summary>The class of its editor, which tells apart the uses of one type: <c>HttpDefaultsGui</c>.</summary>
    public string Gui => Node.Of("guiclass") ?? "";

    /// <summary>The name that a person gave, on one line.</summary>
    public string Name { get; }

    /// <summary>The names from the plan down to this element, for messages.</summary>
    public string Path { get; }

    public bool IsEnabled => Node.Of("enabled") is not "false";

    /// <summary>The elements below that are switched on, in order.</summary>
    public List<JMeterElement> Children { get; } = [];

    /// <summary>The elements of a <c>hashTree</c>; those that are switched off are left out with all below them.</summary>
    public static List<JMeterElement> In(XmlNode tree, string path = "")
    {
        var elements = new List<JMeterElement>();
        JMeterElement? last = null;
        foreach (var node in tree.Children)
        {
            if (node.Name != "hashTree")
            {
                var name = (node.Of("testname") ?? node.Name).ReplaceLineEndings(" ").Trim();
                if (name.Length > LongestName) name = name[..LongestName];
                last = new JMeterElement(node, name, path.Length == 0 ? name : $"{path} / {name}");
                if (last.IsEnabled) elements.Add(last);
            }
            else if (last is { IsEnabled: true }) last.Children.AddRange(In(node, last.Path));
        }

        return elements;
    }

    /// <summary>A property as text; null when it is missing.</summary>
    public string? Of(string property) => Of(Node, property);

    /// <summary>Whether a property is <c>true</c>.</summary>
    public bool Is(string property) => Of(property) is "true";

    /// <summary>The elements of a collection (<c>collectionProp</c>), which may lie in its own property.</summary>
    public List<XmlNode> All(params ReadOnlySpan<string> properties)
    {
        XmlNode? at = Node;
        foreach (var name in properties) at = at is null ? null : Find(at, name);
        return at?.Children ?? [];
    }

    /// <summary>A property of any node, as text; null when it is missing.</summary>
    public static string? Of(XmlNode node, string property) => Find(node, property)?.Text ?? InElements(node, property);

    public SourcePlace In(SourcePlace file) => Node.In(file);

    /// <summary>How messages name the element: its path and its type.</summary>
    public string Shown => $"\"{InText.Quote(Path)}\" ({InText.Quote(Type)})";

    private static XmlNode? Find(XmlNode node, string property) => node.Children.Find(c => c.Of("name") == property);

    // <doubleProp><name>throughput</name><value>600.0</value></doubleProp>
    private static string? InElements(XmlNode node, string property) => node.Children
        .Find(c => c.Children.Exists(n => n.Name == "name" && n.Text == property))?.Children.Find(n => n.Name == "value")?.Text;
}
