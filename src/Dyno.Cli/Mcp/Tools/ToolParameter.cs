namespace Dyno.Cli;

/// <summary>One argument of a tool.</summary>
/// <param name="Name">Its name in the protocol, camelCase.</param>
/// <param name="Description">What it is for, with an example.</param>
/// <param name="Option">The option of the command line to which the value is given; null where the tool itself uses it.</param>
internal sealed record ToolParameter(string Name, ToolValue Kind, string Description, string? Option = null)
{
    /// <summary>Whether a call must have it.</summary>
    public bool IsRequired { get; init; }

    public JsonObject Schema => Kind switch
    {
        ToolValue.Number => new JsonObject { ["type"] = "integer", ["minimum"] = 1, ["description"] = Description },
        ToolValue.Flag => new JsonObject { ["type"] = "boolean", ["description"] = Description },
        ToolValue.Texts => new JsonObject { ["type"] = "array", ["items"] = new JsonObject { ["type"] = "string" }, ["description"] = Description },
        _ => new JsonObject { ["type"] = "string", ["description"] = Description },
    };

    /// <summary>The JSON schema of all arguments of a tool.</summary>
    public static JsonObject SchemaOf(ImmutableArray<ToolParameter> parameters) => new()
    {
        ["type"] = "object",
        ["properties"] = new JsonObject(parameters.Select(parameter => KeyValuePair.Create<string, JsonNode?>(parameter.Name, parameter.Schema))),
        ["required"] = new JsonArray([.. parameters.Where(parameter => parameter.IsRequired).Select(parameter => (JsonNode)parameter.Name)]),
        ["additionalProperties"] = false,
    };
}

/// <summary>The kinds of values.</summary>
internal enum ToolValue
{
    Text,
    Number, // a whole number, 1 or more
    Flag, // true or false
    Texts, // several texts
}
