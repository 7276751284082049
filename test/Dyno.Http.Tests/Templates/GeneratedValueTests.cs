using System.Globalization;

namespace Dyno.Http.Tests;

public class GeneratedValueTests
{
    private static readonly DateTimeOffset Noon = new(2024, 2, 29, 12, 30, 45, 123, TimeSpan.Zero);

    public static TheoryData<GeneratedValue> Values =>
    [
        new GuidValue(), new RandomIntegerValue(-5, 1_000_000), new RandomFloatValue(0, 1), new UnixTimeValue(TimeShift.None),
        new RandomTextValue(RandomTextValue.Letters, 20, "@example.com"), new DateTimeValue("R", TimeShift.None, false),
        new TraceParentValue(0.5), new DateTimeValue("dddd, dd MMMM yyyy HH:mm:ss.fffffff zzz", TimeShift.None, true),
    ];

    [Theory, MemberData(nameof(Values))]
    public void A_body_of_values_has_its_length_before_it(GeneratedValue value)
    {
        var plan = new HttpRequestPlan
        {
            Name = "r",
            Method = "POST",
            Url = new Uri("http://x/a?v={{v}}"),
            Headers = [new("X-Value", "<{{v}}>")],
            Body = "[{{v}},{{v}}]"u8.ToArray(),
            Slots = [new("v", value)],
        };
        var bytes = RequestBytes.Build(plan);
        bytes.HasSlots.ShouldBeTrue();
        var maker = new ValueMaker(new Random(7), new StoppedTime(Noon));
        for (var i = 0; i < 50; i++)
        {
            var destination = new byte[bytes.MaxLength];
            var text = Encoding.UTF8.GetString(destination.AsSpan(0, bytes.Write(0, destination, maker)));
            var parts = text.Split("\r\n\r\n");
            parts[1].ShouldMatch(@"^\[.+,.+\]$");
            text.ShouldContain($"Content-Length: {Encoding.UTF8.GetByteCount(parts[1]).ToString(CultureInfo.InvariantCulture)}\r\n");
            text.ShouldNotContain("{{");
            text.Split(' ')[1].ShouldMatch("^/a\\?v=[A-Za-z0-9%._~-]+$");
        }
    }

    [Fact]
    public void Writing_values_allocates_nothing()
    {
        var maker = new ValueMaker(new Random(7), TimeProvider.System);
        var destination = new byte[1024];
        var values = Values.Select(row => row.Data).ToArray();
        foreach (var value in values) value.Write(maker, destination); // what is loaded at first use
        Allocations.Least(() =>
        {
            for (var i = 0; i < 1000; i++)
                foreach (var value in values) value.Write(maker, destination);
        }).ShouldBe(0);
    }

    [Fact]
    public void A_guid_is_of_version_4_and_the_same_for_the_same_seed()
    {
        var first = Text(new GuidValue(), 1);
        Guid.Parse(first).Version.ShouldBe(4);
        Text(new GuidValue(), 1).ShouldBe(first);
        Text(new GuidValue(), 2).ShouldNotBe(first);
    }

    [Fact]
    public void The_upper_end_of_a_random_number_is_not_reached()
    {
        var maker = new ValueMaker(new Random(3), TimeProvider.System);
        var seen = new HashSet<string>();
        for (var i = 0; i < 1000; i++) seen.Add(Text(new RandomIntegerValue(2, 5), maker));
        seen.Order(StringComparer.Ordinal).ShouldBe(["2", "3", "4"]);
    }

    [Theory]
    [InlineData(0, 0, 0, "2024-02-29")]
    [InlineData(1, 0, 0, "2025-02-28")]
    [InlineData(0, -1, 0, "2024-01-29")]
    [InlineData(0, 0, 1, "2024-03-01")]
    [InlineData(9999, 0, 0, "9999-12-31")]
    [InlineData(-9999, 0, 0, "0001-01-01")]
    public void A_shift_follows_the_calendar_and_stays_in_it(int years, int months, int days, string expected) =>
        Text(new DateTimeValue("yyyy-MM-dd", new TimeShift(years, months, TimeSpan.FromDays(days)), false), 1).ShouldBe(expected);

    private static string Text(GeneratedValue value, int seed) => Text(value, new ValueMaker(new Random(seed), new StoppedTime(Noon)));

    private static string Text(GeneratedValue value, ValueMaker maker)
    {
        var destination = new byte[value.MaxLength];
        return Encoding.UTF8.GetString(destination.AsSpan(0, value.Write(maker, destination)));
    }

    private sealed class StoppedTime(DateTimeOffset now) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => now;

        public override TimeZoneInfo LocalTimeZone => TimeZoneInfo.Utc;
    }
}
