namespace Dyno.Cli;

/// <summary><c>dyno convert</c>: writes the requests of one file in the language of another.</summary>
internal sealed class ConvertCommand : DocumentedCommand
{
    private readonly ConvertSymbols _symbols = new();

    public ConvertCommand(Terminal terminal) : base("convert", "Convert requests to .http, .websurge or a k6 script, from .http, .websurge, curl, HAR, Postman, Bruno, JMeter or OpenAPI.")
    {
        Add(_symbols.Input);
        AddGroupedOptions();
        Validators.Add(_symbols.RequireFiles);
        SetAction(parsed =>
        {
            var request = new LoadRequest
            {
                Target = parsed.GetValue(_symbols.Input),
                Curl = parsed.GetValue(_symbols.Curl),
                Variables = [.. parsed.GetValue(_symbols.Variables) ?? []],
                HttpEnvironment = parsed.GetValue(_symbols.HttpEnvironment),
                AllowsOutsideFiles = parsed.GetValue(_symbols.AllowOutsideFiles),
            };
            return Conversion.Run(request, parsed.GetRequiredValue(_symbols.Output)!, parsed.GetValue(_symbols.Force), terminal);
        });
    }

    public override IReadOnlyList<OptionGroup> Groups => _symbols.Groups;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("What a browser recorded (developer tools, Network, Save all as HAR)", "dyno convert shop.har -o shop.http"),
        new("One request per operation of an API", "dyno convert openapi.json -o api.http --var baseUrl=http://localhost:5000"),
        new("A Postman collection", "dyno convert shop.postman_collection.json -o shop.http"),
        new("A WebSurge session, and back", "dyno convert hello.websurge -o hello.http\n  dyno convert hello.http -o hello.websurge --force"),
        new("A curl command line", "dyno convert --curl 'curl http://localhost:5000/hello -H \"Accept: */*\"' \\\n      -o hello.http"),
    ];

    public override string Epilogue =>
        "Dyno reports what the target format cannot express; nothing is left out silently. Secrets go into variables at the top of the file.";
}
