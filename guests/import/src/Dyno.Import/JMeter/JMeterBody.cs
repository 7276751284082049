namespace Dyno.Import;

/// <summary>Arguments and files of a sampler: a query, a form, a form with files, or a body as it is written.</summary>
internal sealed class JMeterBody(JMeterVariables variables, InputContext context)
{
    private ImportScope Scope => variables.Scope;

    /// <summary>The body.</summary>
    /// <param name="arguments">Its arguments, with those of the defaults.</param>
    public ImmutableArray<BodyPart> Read(JMeterElement sampler, string method, List<XmlNode> arguments, ImportedHeaders headers,
        out ImmutableArray<TextPart> query)
    {
        query = [];
        var files = sampler.All("HTTPsampler.Files", "HTTPFileArgs.files").Where(f => !string.IsNullOrWhiteSpace(JMeterElement.Of(f, "File.path"))).ToList();
        var isRaw = sampler.Is("HTTPSampler.postBodyRaw") || (arguments.Count > 0 && method is not ("GET" or "HEAD") && arguments.All(a => Name(a).Length == 0));
        if (isRaw) return Raw(arguments);
        var takesForm = method is "POST" or "PUT" or "PATCH";
        if (takesForm && files is [var only] && string.IsNullOrEmpty(JMeterElement.Of(only, "File.paramname")) && !sampler.Is("HTTPSampler.DO_MULTIPART_POST"))
            return File(only, headers);
        if (takesForm && (files.Count > 0 || sampler.Is("HTTPSampler.DO_MULTIPART_POST"))) return Form(sampler, arguments, files, headers);
        var pairs = Pairs(arguments);
        if (!takesForm)
        {
            query = pairs;
            return [];
        }

        if (pairs.IsEmpty) return [];
        headers.AddDefault("Content-Type", "application/x-www-form-urlencoded");
        return [BodyPart.Of(new TextTemplate(pairs))];
    }

    private static string Name(XmlNode argument) => JMeterElement.Of(argument, "Argument.name") ?? "";

    private static string Value(XmlNode argument) => JMeterElement.Of(argument, "Argument.value") ?? "";

    private ImmutableArray<BodyPart> Raw(List<XmlNode> arguments)
    {
        var text = string.Concat(arguments.Select(Value));
        return text.Length == 0 ? [] : [BodyPart.Of(Scope.Read(text))];
    }

    private ImmutableArray<TextPart> Pairs(List<XmlNode> arguments)
    {
        var text = ImmutableArray.CreateBuilder<TextPart>();
        foreach (var argument in arguments.Where(a => Name(a).Length > 0))
        {
            var isEncoded = JMeterElement.Of(argument, "HTTPArgument.always_encode") is "true";
            if (text.Count > 0) text.Add(TextPart.Literal("&"));
            text.AddRange(Encoded(Name(argument), isEncoded).Parts);
            if (Value(argument).Length == 0 && JMeterElement.Of(argument, "HTTPArgument.use_equals") is "false") continue;
            text.Add(TextPart.Literal("="));
            text.AddRange(Encoded(Value(argument), isEncoded).Parts);
        }

        return text.ToImmutable();
    }

    // JMeter encodes a value after its variables are put in; in a .http file {{%name}} means the same.
    private TextTemplate Encoded(string text, bool isEncoded) =>
        isEncoded ? Scope.ReadEncoded(text, Uri.EscapeDataString, name => "%" + name) : Scope.ReadEncoded(text, t => t.Replace(" ", "%20", StringComparison.Ordinal));

    private ImmutableArray<BodyPart> Form(JMeterElement sampler, List<XmlNode> arguments, List<XmlNode> files, ImportedHeaders headers)
    {
        var form = new MultipartForm();
        foreach (var argument in arguments.Where(a => Name(a).Length > 0)) form.Add(Name(argument), Value(argument));
        foreach (var file in files)
            if (Load(file, out var path) is { } bytes) form.Add(JMeterElement.Of(file, "File.paramname") ?? "", bytes, Path.GetFileName(path.Replace('\\', '/')),
                TypeOf(file, path));
        return ImportedForm.BodyOf(form, headers, Scope, sampler.In(context.Place), sampler.Name);
    }

    private ImmutableArray<BodyPart> File(XmlNode file, ImportedHeaders headers)
    {
        if (Load(file, out var path) is not { } bytes) return [];
        if (JMeterElement.Of(file, "File.mimetype") is { Length: > 0 } type) headers.AddDefault("Content-Type", type);
        return [new BodyPart { Bytes = bytes, File = path }];
    }

    private static string TypeOf(XmlNode file, string path) => JMeterElement.Of(file, "File.mimetype") is { Length: > 0 } type ? type : MediaTypes.Of(path);

    private byte[]? Load(XmlNode file, out string path)
    {
        var written = JMeterElement.Of(file, "File.path")!;
        var place = file.In(context.Place);
        path = Scope.ReadKnown(written) ?? "";
        if (path.Length > 0) return NamedFiles.Of(context).TryRead(path, place, out var bytes) ? bytes : null;
        place.Problem($"the name of the file is known only while the load runs: \"{Dyno.Results.InText.Quote(written)}\"", "write the name of one file");
        return null;
    }
}
