using System.Globalization;

namespace Dyno.Load.Tests;

/// <summary>What an experiment says to a load in code has to survive the way through an environment variable.</summary>
public sealed class TrialShapeTests
{
    private static readonly TrialShape Plain = new()
    {
        WarmUp = TimeSpan.FromSeconds(20),
        Level = new WarmUpLevel { Minimum = TimeSpan.FromSeconds(2), Window = TimeSpan.FromSeconds(6), Tolerance = 0.03 },
    };

    public static TheoryData<string> LimitNames => new(typeof(HealthLimits).GetProperties().Where(p => p.CanWrite).Select(p => p.Name));

    [Fact]
    public void Length_rate_and_warm_up_survive_the_way_through_the_environment()
    {
        var shape = Plain with { Length = TimeSpan.FromMilliseconds(2500), RatePerSecond = 0.25 };
        TrialShape.Parse(shape.ToString()).ShouldBe(shape);
        TrialShape.Parse(Plain.ToString()).ShouldBe(Plain);
    }

    [Theory]
    [MemberData(nameof(LimitNames))]
    public void Every_limit_of_health_survives_it(string name)
    {
        var property = typeof(HealthLimits).GetProperty(name)!;
        var limits = new HealthLimits();
        property.SetValue(limits, property.PropertyType == typeof(TimeSpan) ? TimeSpan.FromHours(1.5) : 0.123456789);
        limits.ShouldNotBe(new HealthLimits());

        TrialShape.Parse((Plain with { Limits = limits }).ToString())!.Limits.ShouldBe(limits);
    }

    [Fact]
    public void The_text_is_the_same_wherever_it_is_written()
    {
        var before = CultureInfo.CurrentCulture;
        var comma = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        comma.NumberFormat.NumberDecimalSeparator = ",";
        try
        {
            CultureInfo.CurrentCulture = comma;
            TrialShape.Parse((Plain with { RatePerSecond = 0.5 }).ToString())!.RatePerSecond.ShouldBe(0.5);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("warmUpMs=much")]
    [InlineData("lengthMs=5")]
    public void What_is_no_shape_is_none(string? text) => TrialShape.Parse(text).ShouldBeNull();
}
