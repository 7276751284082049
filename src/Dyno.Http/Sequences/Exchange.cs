using System.Xml;
using System.Xml.XPath;

namespace Dyno.Http;

/// <summary>A request that was sent and its answer, as a source of values for later requests. Bodies are parsed when they are first needed.</summary>
internal sealed class Exchange(WireRequest request, WireResponse response) : IDisposable
{
    private readonly Message _request = new(request.Body);
    private readonly Message _response = new(response.Body);

    public int Status => response.Status;

    /// <summary>Finds the value; null when the exchange lacks it.</summary>
    public string? Find(AnswerValue value)
    {
        var isRequest = value.Side == ExchangeSide.Request;
        if (value.Part == ExchangePart.Body) return (isRequest ? _request : _response).Find(value.Path);
        if (!isRequest) return response.Header(value.Path);
        foreach (var header in request.Headers)
            if (header.Name.Equals(value.Path, StringComparison.OrdinalIgnoreCase)) return header.Value;
        return null;
    }

    public void Dispose()
    {
        _request.Dispose();
        _response.Dispose();
    }

    private sealed class Message(ReadOnlyMemory<byte> body) : IDisposable
    {
        private static readonly XmlReaderSettings Careful = new() { DtdProcessing = DtdProcessing.Ignore, XmlResolver = null };
        private JsonDocument? _json;
        private XPathNavigator? _xml;
        private bool _isNotJson;
        private bool _isNotXml;

        public string? Find(string path)
        {
            if (path == "*") return Encoding.UTF8.GetString(body.Span);
            if (path[0] == '~') return AnswerPattern.Find(path[1..], Encoding.UTF8.GetString(body.Span));
            return path[0] == '$' ? FindJson(path) : FindXml(path);
        }

        public void Dispose() => _json?.Dispose();

        private string? FindJson(string path)
        {
            if (_isNotJson || !JsonPath.TryParse(path, out var parsed)) return null;
            try
            {
                _json ??= JsonDocument.Parse(body);
                return parsed.Read(_json.RootElement);
            }
            catch (JsonException)
            {
                _isNotJson = true;
                return null;
            }
        }

        private string? FindXml(string path)
        {
            if (_isNotXml) return null;
            try
            {
                _xml ??= Load();
                return _xml.Evaluate(path, NamespacesOf(_xml)) switch
                {
                    XPathNodeIterator nodes => nodes.MoveNext() ? nodes.Current!.Value : null,
                    var value => Convert.ToString(value, System.Globalization.CultureInfo.InvariantCulture),
                };
            }
            catch (XmlException)
            {
                _isNotXml = true;
                return null;
            }
            catch (XPathException)
            {
                return null; // a prefix that this answer does not declare
            }
        }

        private XPathNavigator Load()
        {
            using var reader = XmlReader.Create(new MemoryStream(body.ToArray()), Careful);
            return new XPathDocument(reader).CreateNavigator();
        }

        // Namespace prefixes have the meaning that the root element declares.
        private static XmlNamespaceManager NamespacesOf(XPathNavigator document)
        {
            var names = new XmlNamespaceManager(document.NameTable);
            var root = document.Clone();
            if (!root.MoveToFirstChild()) return names;
            while (root.NodeType != XPathNodeType.Element && root.MoveToNext()) { }
            foreach (var (prefix, uri) in root.GetNamespacesInScope(XmlNamespaceScope.ExcludeXml)) names.AddNamespace(prefix, uri);
            return names;
        }
    }
}
