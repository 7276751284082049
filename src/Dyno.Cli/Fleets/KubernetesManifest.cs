using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Dyno.Results.Problems;

namespace Dyno.Cli.Fleets;

/// <summary>
/// A fleet as objects of Kubernetes: the load's files, an Indexed Job of agents, whose completion index is the segment, and a Job with the
/// coordinator, which ends with Dyno's exit code. NATS runs beside the coordinator, unless the user names a server.
/// </summary>
internal sealed partial record KubernetesManifest
{
    private const int MostBytes = 900 * 1024; // limit of the contents after base64: a ConfigMap may have 1 MiB with its names
    private const string NatsImage = "nats:2.11-alpine";

    /// <summary>First part of every object's name.</summary>
    public required string Name { get; init; }

    /// <summary>The image with Dyno in it.</summary>
    public required string Image { get; init; }

    /// <summary>Number of agents.</summary>
    public required int Agents { get; init; }

    /// <summary>The NATS server; null: one beside the coordinator.</summary>
    public string? Nats { get; init; }

    /// <summary>The target, and options of <c>dyno run</c>.</summary>
    public required ImmutableArray<string> Words { get; init; }

    /// <summary>Arguments of the load's own program.</summary>
    public ImmutableArray<string> Arguments { get; init; } = [];

    /// <summary>The files of the load.</summary>
    public required ImmutableArray<(string Path, string Source)> Files { get; init; }

    /// <summary>The folder of these files in which the command runs; empty for the top.</summary>
    public string WorkingFolder { get; init; } = "";

    /// <summary>All objects, as YAML documents.</summary>
    /// <exception cref="UserFault">The name is not a Kubernetes name, or the files do not fit.</exception>
    public string ToYaml()
    {
        if (!NamePattern().IsMatch(Name))
            throw new UserFault($"'{Name}' is not a Kubernetes name", "write lower-case letters, digits and '-', at most 40 characters, with a letter first");
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"# {Agents} agents load {Words[0]}. The fleet's key is a secret that you create:\n");
        text.Append("# kubectl create secret generic dyno-fleet --from-file=key=$HOME/.dyno/fleet.key\n");
        if (!Files.IsEmpty) text.Append(ConfigMap()).Append("---\n");
        if (Nats is null) text.Append(Service()).Append("---\n");
        return text.Append(AgentJob()).Append("---\n").Append(CoordinatorJob()).ToString();
    }

    private string NatsUrl => Nats ?? $"nats://{Name}-nats:4222";

    private string ConfigMap()
    {
        var contents = Files.Select(file => Fleet.Files.PrivateKeyCheck.Read(file.Path, file.Source)).ToList();
        if (contents.Sum(content => (long)content.Length) * 4 / 3 > MostBytes)
            throw new UserFault("the files of the load exceed the size limit of a Kubernetes ConfigMap (1 MiB)",
                "build an image with the files in /load (see deploy/Containerfile), name the image with --image, and give the target as a URL or a path in the image");
        var text = new StringBuilder($"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {Name}-load\nbinaryData:\n");
        foreach (var (index, content) in contents.Index()) text.Append(CultureInfo.InvariantCulture, $"  f{index}: {Convert.ToBase64String(content)}\n");
        return text.ToString();
    }

    private string Service() => $"""
        apiVersion: v1
        kind: Service
        metadata:
          name: {Name}-nats
        spec:
          selector:
            app: {Name}-coordinator
          ports:
            - port: 4222

        """;

    // A pod that starts before NATS waits for NATS. A pod that fails for another reason is not restarted: its share would begin too late.
    private string AgentJob() => $"""
        apiVersion: batch/v1
        kind: Job
        metadata:
          name: {Name}-agents
        spec:
          completionMode: Indexed
          completions: {Agents}
          parallelism: {Agents}
          backoffLimit: 0
          ttlSecondsAfterFinished: 3600
          template:
            metadata:
              labels:
                app: {Name}-agents
            spec:
              restartPolicy: Never
              topologySpreadConstraints:
                - maxSkew: 1
                  topologyKey: kubernetes.io/hostname
                  whenUnsatisfiable: ScheduleAnyway
                  labelSelector:
                    matchLabels:
                      app: {Name}-agents
              containers:
                - name: agent
                  image: {Quoted(Image)}
                  command: {List(["dyno", "agent", "--join", NatsUrl, "--once", "--patience", "10m"])}
                  env:
                    - name: DYNO_FLEET_KEY
                      valueFrom:
                        secretKeyRef:
                          name: dyno-fleet
                          key: key
                  resources:
                    requests:
                      cpu: "2"
                      memory: 1Gi

        """;

    private string CoordinatorJob()
    {
        string[] words =
        [
            "dyno", "run", .. Words, "--fleet", NatsUrl, "--agents", $"{Agents}", "--patience", "10m", "--no-store",
            .. Arguments.IsEmpty ? (string[])[] : ["--", .. Arguments],
        ];
        var folder = WorkingFolder.Length == 0 ? "/load" : $"/load/{WorkingFolder}";
        return $"""
            apiVersion: batch/v1
            kind: Job
            metadata:
              name: {Name}-coordinator
            spec:
              backoffLimit: 0
              ttlSecondsAfterFinished: 86400
              template:
                metadata:
                  labels:
                    app: {Name}-coordinator
                spec:
                  restartPolicy: Never
            {Sidecar()}      containers:
                    - name: coordinator
                      image: {Quoted(Image)}
                      workingDir: {Quoted(folder)}
                      command: {List(words)}
                      env:
                        - name: DYNO_FLEET_KEY
                          valueFrom:
                            secretKeyRef:
                              name: dyno-fleet
                              key: key
            {Mounts()}
            """;
    }

    private string Sidecar() => Nats is not null ? "" : $"""
              initContainers:
                - name: nats
                  image: {NatsImage}
                  restartPolicy: Always
                  args: ["-js", "-sd", "/data"]
                  ports:
                    - containerPort: 4222
                  startupProbe:
                    tcpSocket:
                      port: 4222
                    periodSeconds: 1
                  volumeMounts:
                    - name: data
                      mountPath: /data

        """;

    private string Mounts()
    {
        var text = new StringBuilder();
        if (!Files.IsEmpty) text.Append("          volumeMounts:\n            - name: load\n              mountPath: /load\n");
        if (Files.IsEmpty && Nats is not null) return text.ToString();
        text.Append("      volumes:\n");
        if (Nats is null) text.Append("        - name: data\n          emptyDir: {}\n");
        if (Files.IsEmpty) return text.ToString();
        text.Append(CultureInfo.InvariantCulture, $"        - name: load\n          configMap:\n            name: {Name}-load\n            items:\n");
        foreach (var (index, file) in Files.Index()) text.Append(CultureInfo.InvariantCulture, $"              - key: f{index}\n                path: {Quoted(file.Path)}\n");
        return text.ToString();
    }

    // Every JSON string is also a YAML string.
    private static string Quoted(string text) => JsonSerializer.Serialize(text, ManifestJson.Default.String);

    private static string List(IEnumerable<string> words) => $"[{string.Join(", ", words.Select(Quoted))}]";

    [GeneratedRegex("^[a-z][a-z0-9-]{0,38}[a-z0-9]$|^[a-z]$")]
    private static partial Regex NamePattern();
}

/// <summary>JSON serialization of strings.</summary>
[System.Text.Json.Serialization.JsonSerializable(typeof(string))]
internal sealed partial class ManifestJson : System.Text.Json.Serialization.JsonSerializerContext;
