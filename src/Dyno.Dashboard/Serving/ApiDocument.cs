using System.Reflection;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Extensions.DependencyInjection;

namespace Dyno.Dashboard;

/// <summary>
/// The OpenAPI description of the API, made from the routes. Microsoft.AspNetCore.OpenApi is not used: it would add two packages to the
/// tool for one document, and the header that every change needs would still be written here (docs/adr/0047).
/// </summary>
internal static class ApiDocument
{
    public static JsonObject Of(EndpointDataSource routes, IServiceProviderIsService services)
    {
        var schemas = new ApiSchemas();
        var paths = new JsonObject();
        foreach (var route in routes.Endpoints.OfType<RouteEndpoint>().Where(route => route.Metadata.GetMetadata<IEndpointNameMetadata>() is not null))
        {
            var path = "/" + route.RoutePattern.RawText!.Trim('/');
            if (!paths.ContainsKey(path)) paths[path] = new JsonObject();
            foreach (var method in route.Metadata.GetMetadata<IHttpMethodMetadata>()!.HttpMethods)
                paths[path]![method.ToLowerInvariant()] = OperationOf(route, schemas, services, method == HttpMethods.Get);
        }
        return new JsonObject
        {
            ["openapi"] = "3.1.1",
            ["info"] = new JsonObject
            {
                ["title"] = "dyno ui",
                ["version"] = "1",
                ["description"] = $"The interface of the pages of dyno ui. Every change needs the header {RequestGuard.Header}: 1; outside loopback, also a token (Authorization: Bearer TOKEN).",
            },
            ["paths"] = paths,
            ["components"] = new JsonObject { ["schemas"] = schemas.All() },
        };
    }

    private static JsonObject OperationOf(RouteEndpoint route, ApiSchemas schemas, IServiceProviderIsService services, bool isRead)
    {
        var handler = route.Metadata.GetMetadata<MethodInfo>()!;
        var operation = new JsonObject
        {
            ["operationId"] = route.Metadata.GetMetadata<IEndpointNameMetadata>()!.EndpointName,
            ["summary"] = route.Metadata.GetMetadata<IEndpointSummaryMetadata>()?.Summary,
            ["tags"] = new JsonArray([.. (route.Metadata.GetMetadata<ITagsMetadata>()?.Tags ?? []).Select(tag => (JsonNode)tag)]),
        };
        var parameters = new JsonArray();
        foreach (var parameter in handler.GetParameters().Where(parameter => !IsGiven(parameter, services)))
        {
            var isInPath = route.RoutePattern.Parameters.Any(part => part.Name == parameter.Name);
            if (!isInPath && !IsPlain(parameter.ParameterType)) operation["requestBody"] = new JsonObject { ["required"] = true, ["content"] = Json(schemas.Of(parameter.ParameterType)) };
            else parameters.Add(ParameterOf(parameter, isInPath, schemas));
        }
        if (!isRead) parameters.Add(HeaderOf());
        operation["parameters"] = parameters;
        operation["responses"] = new JsonObject
        {
            [AnswerOf(handler).Status] = AnswerOf(handler).Body(schemas),
            ["default"] = new JsonObject { ["description"] = "Refused: why, and what to do instead", ["content"] = Json(schemas.Of(typeof(Refusal))) },
        };
        return operation;
    }

    private static (string Status, Func<ApiSchemas, JsonObject> Body) AnswerOf(MethodInfo handler)
    {
        var type = handler.ReturnType;
        if (type.IsGenericType
            && (type.GetGenericTypeDefinition() == typeof(Task<>) || type.GetGenericTypeDefinition() == typeof(ValueTask<>)))
            type = type.GetGenericArguments()[0];
        if (type == typeof(NoContent)) return ("204", _ => new JsonObject { ["description"] = "Done" });
        if (type == typeof(FileContentHttpResult)) return ("200", _ => new JsonObject { ["description"] = "A file", ["content"] = new JsonObject { ["application/octet-stream"] = new JsonObject() } });
        if (type.Name.StartsWith("ServerSentEvents", StringComparison.Ordinal))
            return ("200", _ => new JsonObject { ["description"] = "Events, until the client disconnects", ["content"] = new JsonObject { ["text/event-stream"] = new JsonObject() } });
        return ("200", schemas => new JsonObject { ["description"] = "The requested data", ["content"] = Json(schemas.Of(type)) });
    }

    private static JsonObject ParameterOf(ParameterInfo parameter, bool isInPath, ApiSchemas schemas) => new()
    {
        ["name"] = parameter.Name,
        ["in"] = isInPath ? "path" : "query",
        ["required"] = isInPath || new NullabilityInfoContext().Create(parameter).ReadState == NullabilityState.NotNull,
        ["schema"] = schemas.Of(Nullable.GetUnderlyingType(parameter.ParameterType) ?? parameter.ParameterType),
    };

    private static JsonObject HeaderOf() => new()
    {
        ["name"] = RequestGuard.Header,
        ["in"] = "header",
        ["required"] = true,
        ["schema"] = new JsonObject { ["const"] = "1" },
    };

    private static JsonObject Json(JsonNode schema) => new() { ["application/json"] = new JsonObject { ["schema"] = schema } };

    private static bool IsGiven(ParameterInfo parameter, IServiceProviderIsService services) =>
        parameter.ParameterType == typeof(CancellationToken) || parameter.ParameterType == typeof(HttpContext) || services.IsService(parameter.ParameterType);

    private static bool IsPlain(Type type) => (Nullable.GetUnderlyingType(type) ?? type) is var plain
        && (plain.IsPrimitive || plain.IsEnum || plain == typeof(string));
}
