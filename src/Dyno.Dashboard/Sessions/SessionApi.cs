namespace Dyno.Dashboard;

/// <summary>The files that hold loads: reads them, writes them, and sends single requests of them.</summary>
internal sealed class SessionApi(OpenFolder folder)
{
    public static void Map(IEndpointRouteBuilder routes)
    {
        var sessions = routes.MapGroup("/api/session").WithTags("Sessions");
        sessions.MapGet("", (SessionApi api, string path) => api.Read(path)).WithSummary("A file with its requests").WithName("getSession");
        sessions.MapPut("", (SessionApi api, SessionText text) => api.Write(text)).WithSummary("Writes a file; 409 when it changed since it was read").WithName("writeSession");
        sessions.MapPost("/edit", (SessionApi api, SessionChange change) => api.Edit(change)).WithSummary("Makes one change in a file, and keeps the rest unchanged").WithName("editSession");
        sessions.MapPost("/preview", (SessionPreview preview) => new PreviewedText(Dyno.Inputs.SessionEditor.Apply(preview.Path, preview.Text, preview.Edit)))
            .WithSummary("A text with one change; writes nothing").WithName("previewSession");
        sessions.MapDelete("", (SessionApi api, string path, string mark) => api.Delete(path, mark)).WithSummary("Deletes a file").WithName("deleteSession");
        sessions.MapPost("/send", (SessionApi api, SendRequest request, CancellationToken cancellation) =>
            OneRequest.SendAsync(api.Find(request.Path), request, cancellation))
            .WithSummary("Sends one request as the load would").WithName("sendRequest");
        sessions.MapGet("/inspect", (SessionApi api, string path) => FileInspection.Of(api.Find(path))).WithSummary("What a run of the file would send, and its problems").WithName("inspectSession");
        sessions.MapPost("/import", (SessionApi api, ImportRequest request) => Importing.Convert(request)).WithSummary("Requests from curl, HAR, Postman or OpenAPI as an .http file, for a preview").WithName("importRequests");
        sessions.MapGet("/export", (SessionApi api, string path, string format) => Importing.Export(api.Find(path), format)).WithSummary("A file in another language: http, websurge, js (k6)").WithName("exportSession");
    }

    private SessionView Read(string path)
    {
        var file = SessionFile.Read(Find(path));
        return SessionView.Of(folder, file);
    }

    private SessionView Write(SessionText wanted)
    {
        var path = Find(wanted.Path);
        SessionFile.Write(path, wanted.Text, wanted.Mark);
        return SessionView.Of(folder, SessionFile.Read(path));
    }

    private SessionView Edit(SessionChange change)
    {
        var path = Find(change.Path);
        var file = SessionFile.Read(path);
        if (file.Mark != change.Mark) throw SessionFile.Changed(change.Path);
        SessionFile.Write(path, Dyno.Inputs.SessionEditor.Apply(path, file.Text, change.Edit), change.Mark);
        return SessionView.Of(folder, SessionFile.Read(path));
    }

    private NoContent Delete(string path, string mark)
    {
        var file = SessionFile.Read(Find(path));
        if (file.Mark != mark) throw SessionFile.Changed(path);
        File.Delete(file.Path);
        return TypedResults.NoContent();
    }

    private string Find(string path)
    {
        var file = folder.Resolve(path);
        return SessionFile.IsText(file) ? file : throw RefusedException.Wrong($"{path} is not a file that Dyno edits", $"name one that ends with {SessionFile.Endings}");
    }
}
