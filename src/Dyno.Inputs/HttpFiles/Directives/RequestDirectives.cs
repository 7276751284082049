namespace Dyno.Inputs;

/// <summary>What the directives above one request say about it.</summary>
internal sealed record RequestDirectives
{
    public string? Name { get; init; }

    public ImmutableArray<ResponseCheck> Checks { get; init; } = [];

    public ImmutableArray<Threshold> Thresholds { get; init; } = [];

    public int? Weight { get; init; }

    /// <summary><c># @instance</c>; null when none was given.</summary>
    public int? Instance { get; init; }

    /// <summary><c># @once</c>; null when none was given.</summary>
    public OnceFor? Once { get; init; }

    /// <summary><c># @token</c>; null for a request of the load.</summary>
    public TokenDirective? Token { get; init; }

    /// <summary><c># @answers</c> of a WebSocket; null when none was given.</summary>
    public int? Answers { get; init; }

    /// <summary><c># @match</c> of a WebSocket; null when none was given.</summary>
    public string? Match { get; init; }

    /// <summary>The directives <c># @after</c>, each with its place, because the request that it names may not exist.</summary>
    public ImmutableArray<Directive> After { get; init; } = [];

    /// <summary>Reads the directives above one request.</summary>
    /// <param name="directives">The directives in order.</param>
    /// <param name="label">The name by which other requests refer to the request; null when it has none.</param>
    public static RequestDirectives Read(ImmutableArray<Directive> directives, string? label, SourcePlace file)
    {
        var read = new RequestDirectives();
        foreach (var directive in directives) read = read.With(directive, label, file with { Line = directive.Line, Column = directive.Column });
        return read;
    }

    private RequestDirectives With(Directive directive, string? label, SourcePlace place)
    {
        switch (directive.Name)
        {
            case "name":
                if (NameOf(directive, place) is not { } name) return this;
                if (Name is not null) place.Problem("the request has two names", "keep one # @name", directive.Column);
                return this with { Name = name };
            case "check":
                return CheckText.Read(directive.Argument, place) is { } check ? this with { Checks = Checks.Add(check) } : this;
            case "threshold":
                return OfRequest(directive, place) is { } threshold ? this with { Thresholds = Thresholds.Add(threshold) } : this;
            case "after":
                return this with { After = After.Add(directive) };
            case "once":
                return this with { Once = OnceOf(directive, place) };
            case "token":
                if (Token is not null) place.Problem("the login has two # @token", "keep one of them", directive.Column);
                return this with { Token = TokenDirective.Read(directive, label, place) };
            case "weight":
                if (Weight is not null) place.Problem("the request has two weights", "keep one # @weight", directive.Column);
                return this with { Weight = WeightOf(directive, place) };
            case "instance":
                if (Instance is not null) place.Problem("the request goes to two instances", "keep one # @instance", directive.Column);
                return this with { Instance = InstanceOf(directive, place) };
            case "answers":
                return this with { Answers = AnswersOf(directive, place) };
            case "match":
                if (FieldPath.Parse(directive.Argument) is null)
                    place.Problem($"this is not the path of a field: \"{InText.Quote(directive.Argument)}\"", "write # @match $.id", directive.Column);
                return this with { Match = directive.Argument };
            default:
                return this; // a directive for the whole file, or not one of Dyno's
        }
    }

    private static string? NameOf(Directive directive, SourcePlace place)
    {
        if (directive.Argument.Length > 0) return InText.Quote(directive.Argument); // a name in JetBrains may be any text, but only a word can be referred to
        place.Problem("# @name has no name", "write # @name login", directive.Column);
        return null;
    }

    private static int? WeightOf(Directive directive, SourcePlace place)
    {
        if (int.TryParse(directive.Argument, NumberStyles.None, CultureInfo.InvariantCulture, out var weight) && weight is >= 1 and <= 1000) return weight;
        place.Problem($"this is not a weight: \"{InText.Quote(directive.Argument)}\"", "write a whole number from 1 to 1000: # @weight 3", directive.Column);
        return null;
    }

    private static int? AnswersOf(Directive directive, SourcePlace place)
    {
        if (int.TryParse(directive.Argument, NumberStyles.None, CultureInfo.InvariantCulture, out var answers) && answers <= 1_000_000) return answers;
        place.Problem($"this is not a number of answers: \"{InText.Quote(directive.Argument)}\"",
            "write how many messages come back, 0 for none: # @answers 1", directive.Column);
        return null;
    }

    private static int? InstanceOf(Directive directive, SourcePlace place)
    {
        if (int.TryParse(directive.Argument, NumberStyles.None, CultureInfo.InvariantCulture, out var instance) && instance >= 1) return instance;
        place.Problem($"this is not an instance number: \"{InText.Quote(directive.Argument)}\"", "write a number from 1: # @instance 2", directive.Column);
        return null;
    }

    private static Threshold? OfRequest(Directive directive, SourcePlace place)
    {
        if (ThresholdText.Read(directive, place) is not { } threshold) return null;
        if (RequestThresholds.CanBeOfOneRequest(threshold.Selector)) return threshold;
        place.Problem($"\"{threshold.Selector.Name}\" is a figure of the whole run, not of one request",
            "write it above the first ### line, or before the first request with a ### line between them", directive.Column);
        return null;
    }

    private static OnceFor? OnceOf(Directive directive, SourcePlace place)
    {
        switch (directive.Argument)
        {
            case "" or "per user":
                return OnceFor.EachUser;
            case "shared":
                return OnceFor.AllUsers;
            default:
                place.Problem($"@once does not take \"{InText.Quote(directive.Argument)}\"",
                    "write # @once for once per virtual user, or # @once shared for once in the run", directive.Column);
                return null;
        }
    }
}
