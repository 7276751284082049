namespace Dyno.Experiments;

/// <summary>A hub of SignalR, and a script that calls it.</summary>
/// <param name="Path">Where it is mapped.</param>
/// <param name="Method">A method that a client may call.</param>
internal sealed partial record SignalRHub(string Path, string Method, string Arguments)
{
    /// <summary>The first hub of a project with a method whose arguments are simple; null without one.</summary>
    public static SignalRHub? FirstOf(ProjectSources sources)
    {
        var texts = string.Join('\n', sources.Texts);
        foreach (Match map in MapHub().Matches(texts))
        {
            var path = "/" + map.Groups["path"].Value.TrimStart('/');
            if (CallOf(texts, map.Groups["hub"].Value.Split('.')[^1]) is var (method, arguments)) return new SignalRHub(path, method, arguments);
        }
        return null;
    }

    /// <summary>A k6 script: each user connects once in a pass and calls the method a hundred times, one call after the other.</summary>
    public string Script => $$"""
        // Calls {{Method}} of the hub {{Path}}: a pass is a connection with 100 calls, one after the other.
        import { WebSocket } from 'k6/websockets';
        import { check } from 'k6';

        const BASE = (__ENV.BASE_URL || 'http://localhost:5000').replace(/^http/, 'ws');
        const END = '\x1e'; // of each message in the JSON protocol of SignalR
        const CALLS = 100;

        export const options = { vus: 10, duration: '10s' };

        export default function () {
          const socket = new WebSocket(`${BASE}{{Path}}`);
          let calls = 0;
          const call = () => socket.send(JSON.stringify({ type: 1, invocationId: String(++calls), target: '{{Method}}', arguments: {{Arguments}} }) + END);
          socket.onopen = () => socket.send(JSON.stringify({ protocol: 'json', version: 1 }) + END);
          socket.onmessage = (event) => {
            for (const text of event.data.split(END).filter((part) => part)) {
              const message = JSON.parse(text);
              if (message.type === 3) check(message, { 'the call succeeded': (completion) => !completion.error });
              if (message.type === 7 || message.type === 3 && calls === CALLS) socket.close();
              else if (message.type === 3 || message.type === undefined) call(); // a completion, or the answer to the handshake
            }
          };
          socket.onerror = (event) => console.error(event.error);
        }

        """.ReplaceLineEndings("\n");

    private static (string Method, string Arguments)? CallOf(string texts, string hub)
    {
        var begin = Regex.Match(texts, $@"\bclass\s+{Regex.Escape(hub)}\b[^{{]*:\s*[\w.]*Hub\b");
        if (!begin.Success) return null;
        var next = Regex.Match(texts[(begin.Index + begin.Length)..], @"\bclass\s+\w+");
        var body = texts.Substring(begin.Index, begin.Length + (next.Success ? next.Index : texts.Length - begin.Index - begin.Length));
        foreach (Match method in PublicMethod().Matches(body))
        {
            if (method.Value.Contains(" override ", StringComparison.Ordinal)) continue;
            var parameters = method.Groups["parameters"].Value.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
            var values = parameters.Select(parameter => Example(parameter.Split(' ')[0])).ToList();
            if (!values.Contains(null)) return (method.Groups["name"].Value, $"[{string.Join(", ", values)}]");
        }
        return null;
    }

    private static string? Example(string type) => type.TrimEnd('?') switch
    {
        "string" => "'dyno'",
        "int" or "long" or "short" or "byte" or "double" or "float" or "decimal" => "1",
        "bool" => "true",
        "Guid" => "'00000000-0000-0000-0000-000000000001'",
        _ => null,
    };

    [GeneratedRegex("""\.\s*MapHub<(?<hub>[\w.]+)>\(\s*"(?<path>/?[\w\-./]*)"\s*[,)]""")]
    private static partial Regex MapHub();

    [GeneratedRegex(@"\bpublic\s+(?:async\s+|override\s+|virtual\s+)*(?:Task|ValueTask|void|[\w<>?\[\]]+)(?:<[^()]*>)?\s+(?<name>\w+)\s*\((?<parameters>[^()]*)\)")]
    private static partial Regex PublicMethod();
}
