using System.Xml;

namespace Dyno.Reporting;

/// <summary>
/// A run as test results for a CI server, in the form that Jenkins, GitLab and Azure read. Each threshold and each check is a test, and
/// one more test asks whether the measurement can be trusted. A void run fails; a strained run passes and says so.
/// </summary>
internal static class JUnitReport
{
    public static string Write(RunResult result)
    {
        var suites = new[]
        {
            ("measurement", Measurement(result)),
            ("thresholds", result.Thresholds.Select(threshold => Threshold(threshold, result)).ToList()),
            ("checks", result.Measured.Checks.Select(Check).ToList()),
        }.Where(suite => suite.Item2.Count > 0).ToList();
        using var text = new Utf8Writer();
        using (var xml = XmlWriter.Create(text, new XmlWriterSettings { Indent = true, NewLineChars = "\n" }))
        {
            xml.WriteStartElement("testsuites");
            xml.WriteAttributeString("name", Clean($"dyno: {result.Plan.Name}"));
            WriteCounts(xml, suites.SelectMany(s => s.Item2).ToList());
            foreach (var (name, tests) in suites) WriteSuite(xml, result, name, tests);
            xml.WriteEndElement();
        }
        return text + "\n";
    }

    private static List<Test> Measurement(RunResult result)
    {
        var findings = string.Join("\n", result.Health.Findings.Select(f => $"{f.Message} ({f.Rule})"));
        var tests = new List<Test>
        {
            new("the measurement can be trusted", result.Health.State == HealthState.Void ? "void: " + (result.Health.Findings.FirstOrDefault()?.Message ?? "not a measurement of the server") : null, findings),
        };
        if (result.Outcome != RunOutcome.Completed)
            tests.Add(new Test(result.Outcome == RunOutcome.Failed ? "the run did not fail" : "the run completed", result.OutcomeReason ?? result.Outcome.ToString().ToLowerInvariant(), ""));
        return tests;
    }

    private static Test Threshold(ThresholdRecord threshold, RunResult result) => new($"{threshold.Metric}: {threshold.Expression}",
        threshold.Passed ? null : $"measured {ThresholdValue.Of(threshold, result)}, limit {threshold.Expression}{(threshold.Aborted ? "; it ended the run" : "")}",
        $"measured {ThresholdValue.Of(threshold, result)}");

    private static Test Check(CheckResult check) => new(check.Name,
        check.Fails == 0 ? null : $"{FigureText.Count(check.Fails)} of {FigureText.Count(check.Passes + check.Fails, "answer")} did not meet the check",
        $"{FigureText.Count(check.Passes)} met the check");

    private static void WriteSuite(XmlWriter xml, RunResult result, string name, List<Test> tests)
    {
        xml.WriteStartElement("testsuite");
        xml.WriteAttributeString("name", name);
        WriteCounts(xml, tests);
        xml.WriteAttributeString("timestamp", result.StartedAt.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss", CultureInfo.InvariantCulture));
        xml.WriteAttributeString("time", result.Measured.DurationSeconds.ToString("0.###", CultureInfo.InvariantCulture));
        foreach (var test in tests)
        {
            xml.WriteStartElement("testcase");
            xml.WriteAttributeString("classname", Clean($"dyno.{result.Plan.Name}.{name}"));
            xml.WriteAttributeString("name", Clean(test.Name));
            xml.WriteAttributeString("time", "0");
            if (test.Failure is { } failure)
            {
                xml.WriteStartElement("failure");
                xml.WriteAttributeString("message", Clean(failure));
                xml.WriteEndElement();
            }
            if (test.Output.Length > 0) xml.WriteElementString("system-out", Clean(test.Output));
            xml.WriteEndElement();
        }
        xml.WriteEndElement();
    }

    private static void WriteCounts(XmlWriter xml, List<Test> tests)
    {
        xml.WriteAttributeString("tests", tests.Count.ToString(CultureInfo.InvariantCulture));
        xml.WriteAttributeString("failures", tests.Count(t => t.Failure is not null).ToString(CultureInfo.InvariantCulture));
        xml.WriteAttributeString("errors", "0");
        xml.WriteAttributeString("skipped", "0");
    }

    // Replaces every character that XML cannot hold, including unpaired surrogates.
    private static string Clean(string text)
    {
        var clean = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes()) clean.Append(rune.Value > 0xFFFF || XmlConvert.IsXmlChar((char)rune.Value) ? rune.ToString() : "\uFFFD");
        return clean.ToString();
    }

    private sealed record Test(string Name, string? Failure, string Output);

    private sealed class Utf8Writer() : StringWriter(CultureInfo.InvariantCulture)
    {
        public override Encoding Encoding => Encoding.UTF8;
    }
}
