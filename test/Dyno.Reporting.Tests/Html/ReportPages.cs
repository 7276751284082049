namespace Dyno.Reporting.Tests;

/// <summary>The sample runs as pages in a folder, opened in one browser for all tests of a class.</summary>
public sealed class ReportPages
{
    private static readonly ReportStyle Style = new(100, HasColour: false);
    private readonly string _folder = Directory.CreateDirectory(Path.Combine(Browser.Screenshots, "pages")).FullName;
    private readonly Dictionary<string, PageAnswer> _answers;

    public ReportPages()
    {
        var jobs = Jobs().ToList();
        var answers = Browser.Open(jobs.Select(job => job.Job));
        _answers = jobs.Zip(answers).ToDictionary(pair => pair.First.Name, pair => pair.Second);
    }

    /// <summary>The names of the pages that everyone may send to everyone.</summary>
    public static TheoryData<string> Names => ["closed-light", "closed-dark", "open-light", "open-dark", "void-light", "void-dark", "errors-light", "errors-dark", "phone", "phone-script", "hostile", "compared-light", "compared-dark", "compared-phone", "compared-void", "compared-hostile"];

    internal string Pdf => Path.Combine(_folder, "open.pdf");

    internal PageAnswer this[string name] => _answers[name];

    private IEnumerable<(string Name, PageJob Job)> Jobs()
    {
        foreach (var (name, run) in new[] { ("closed", SampleRuns.Closed()), ("open", SampleRuns.Open()), ("void", SampleRuns.Void()), ("errors", SampleRuns.Errors()) })
            foreach (var scheme in (string[])["light", "dark"])
                yield return ($"{name}-{scheme}", Page($"{name}-{scheme}", run) with { Scheme = scheme });
        yield return ("phone", Page("phone", SampleRuns.Open()) with { Width = 390 });
        yield return ("phone-script", Page("phone-script", WithLongNames(SampleRuns.Open())) with { Width = 390, Script = FirstColumn });
        yield return ("hostile", Page("hostile", HostileRun.Of(SampleRuns.Open())) with
        {
            Script = Counting,
        });
        var compared = SampleComparisons.Runtimes();
        yield return ("compared-light", Page("compared-light", compared) with { Script = Drawing });
        yield return ("compared-dark", Page("compared-dark", compared) with { Scheme = "dark" });
        yield return ("compared-phone", Page("compared-phone", compared) with { Width = 390 });
        yield return ("compared-void", Page("compared-void", SampleComparisons.Void()));
        yield return ("compared-hostile", Page("compared-hostile", HostileRun.Of(compared)) with { Script = Counting });
        yield return ("charts", Page("charts", SampleRuns.Open()) with
        {
            Script = Drawing,
        });
        yield return ("first-second-failed", Page("first-second-failed", FailedInFirstSecond(SampleRuns.Open())) with { Script = RedHalves, Screenshot = null, WantsAxe = false });
        yield return ("fits", Page("fits", compared) with { Script = Clipped, Screenshot = null, WantsAxe = false });
        var far = compared with
        {
            Pairs = [.. compared.Pairs.Select((p, i) => p with { Metrics = [p.Metrics[0] with { Ratio = 3 + i, Low = 2, High = 16 }] })],
        };
        yield return ("far-apart", Page("far-apart", far) with { Script = Overlapping, Screenshot = null, WantsAxe = false });
        yield return ("sorted", Page("sorted", SampleRuns.Open()) with { Script = Sorting });
        yield return ("themed", Page("themed", SampleRuns.Open()) with { Script = Theming });
        yield return ("no-scripts", Page("no-scripts", SampleRuns.Open()) with { HasScripts = false, Screenshot = null, WantsAxe = false });
        yield return ("print", Page("print", SampleRuns.Open()) with { Scheme = "dark", Pdf = Pdf, Screenshot = null });
    }

    private PageJob Page(string name, RunResult run) => Page("run-" + name, RunExporters.For("html").Export(run, Style));

    private PageJob Page(string name, Comparison comparison) => Page(name, ComparisonExporters.All.Single(e => e.Format == "html").Export(comparison, Style));

    private PageJob Page(string name, string html)
    {
        var file = Path.Combine(_folder, name + ".html");
        File.WriteAllText(file, html);
        return new PageJob(file) { Screenshot = Path.Combine(Browser.Screenshots, $"{name}.png"), WantsAxe = true };
    }

    private static RunResult WithLongNames(RunResult run)
    {
        var metric = new MetricResult
        {
            Name = "http_req_duration{" + new string('x', 100) + ":1}",
            Type = "trend",
            Contains = "time",
            Values = ImmutableSortedDictionary<string, double>.Empty.Add("avg", 1).Add("max", 2),
        };
        return run with { Measured = run.Measured with { Metrics = [metric] } };
    }

    private static RunResult FailedInFirstSecond(RunResult run) => run with
    {
        Measured = run.Measured with
        {
            Series = [.. run.Measured.Series.Select((interval, second) => interval with { FailedRequests = second == 0 ? 9 : 0, DroppedIterations = 0 })],
        },
    };

    // How many points of the chart of failures are red, left and right of its middle.
    private const string RedHalves = """
        (() => {
          const canvas = document.querySelector('#chart-errors .plot canvas');
          const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          const red = { left: 0, right: 0 };
          for (let i = 0; i < data.length; i += 4)
            if (data[i + 3] > 100 && data[i] > data[i + 1] + 80 && data[i] > data[i + 2] + 80) red[(i / 4) % width < width / 2 ? 'left' : 'right']++;
          return red;
        })()
        """;

    // How much of what is seen of the table its first column takes.
    private const string FirstColumn = """
        (() => {
          const table = [...document.querySelectorAll('table')].find((t) => t.caption?.textContent === 'Metrics of the script');
          return table.tBodies[0].rows[0].cells[0].offsetWidth / table.parentElement.clientWidth;
        })()
        """;

    // Tables of which a part is out of sight.
    private const string Clipped = "[...document.querySelectorAll('section:not(details section) table')].filter((t) => t.scrollWidth > t.parentElement.clientWidth + 1)"
        + ".map((t) => `${t.caption?.textContent}: ${t.scrollWidth} in ${t.parentElement.clientWidth}`)";

    // Words under an axis that run into each other.
    private const string Overlapping = """
        [...document.querySelectorAll('.forest svg')].filter((svg) => svg.getBoundingClientRect().width > 0).flatMap((svg) => {
          const words = [...svg.querySelectorAll('text.axis')].map((t) => ({ text: t.textContent, at: t.getBoundingClientRect() }));
          words.sort((a, b) => a.at.left - b.at.left);
          return words.filter((w, i) => i > 0 && w.at.left < words[i - 1].at.right).map((w) => w.text);
        })
        """;

    private const string Counting = "({ scripts: document.scripts.length, images: document.images.length, links: document.querySelectorAll('a:not([href^=\"#\"])').length, "
        + "texts: document.body.textContent.split('onerror=').length - 1, title: document.title })";

    private const string Drawing = "({ frames: document.querySelectorAll('.plot').length, drawn: [...document.querySelectorAll('.plot canvas')].filter((canvas) => "
        + "canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte > 0)).length })";

    // Clicks the count of the table of requests twice, then the names, and says what stood on top each time.
    private const string Sorting = """
        (() => {
          const table = [...document.querySelectorAll('table')].find((t) => t.caption?.textContent === 'Requests');
          const click = (heading) => {
            const cell = [...table.querySelectorAll('thead th')].find((th) => th.textContent === heading);
            cell.querySelector('button').click();
            return { order: cell.ariaSort, rows: [...table.tBodies[0].rows].map((row) => row.cells[0].textContent) };
          };
          return { descending: click('count'), ascending: click('count'), names: click('request') };
        })()
        """;

    private const string Theming = """
        (() => {
          const colour = () => getComputedStyle(document.body).backgroundColor;
          const before = colour();
          document.getElementById('theme').click();
          const dark = colour();
          document.getElementById('theme').click();
          return { before, dark, after: colour() };
        })()
        """;
}
