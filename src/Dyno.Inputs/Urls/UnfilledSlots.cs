namespace Dyno.Inputs;

/// <summary>Reports <c>{{name}}</c> on a command line without data: it would be sent as it stands.</summary>
internal static partial class UnfilledSlots
{
    public static void Check(LoadRequest request, string source, ProblemList problems)
    {
        if (request.DataFile is not null) return; // the columns of the data are checked with its rows
        Report(request.Target, source);
        Report(request.Body, "--body");
        foreach (var header in request.Headers) Report(header, "--header");
        foreach (var message in request.Send.IsDefault ? [] : request.Send) Report(message, "--send");

        void Report(string? text, string option)
        {
            foreach (Match slot in Slot().Matches(text ?? ""))
                problems.Add(option, $"{slot.Value} has no value and would be sent as it stands",
                    $"give --data FILE with a column \"{slot.Groups["name"].Value}\", or write the value; values made for each request are for .http files");
        }
    }

    [GeneratedRegex(@"\{\{\s*(?<name>[A-Za-z_$][\w.-]{0,100})\s*\}\}", RegexOptions.CultureInvariant)]
    private static partial Regex Slot();
}
