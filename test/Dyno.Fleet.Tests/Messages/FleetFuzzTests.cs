namespace Dyno.Fleet.Tests;

/// <summary>Damaged messages: each is dropped or refused.</summary>
public sealed class FleetFuzzTests
{
    [Fact]
    public void Damaged_content_is_refused_as_such()
    {
        var packed = Packing.Pack([.. Enumerable.Range(0, 100_000).Select(i => (byte)(i * i))]);
        FuzzRounds.Run(200, 5, random => ("packed.bin", Damaged(packed, random, 8)), (name, damaged) =>
        {
            try
            {
                _ = Packing.Unpack(damaged);
            }
            catch (InvalidDataException)
            {
                // As the method says; content that is still well-formed comes out as something else.
            }
        });
        Should.Throw<InvalidDataException>(() => Packing.Unpack([255, 254, 253, 252, 251, 250]));
    }

    [Fact]
    public void A_damaged_report_is_a_report_or_none()
    {
        var whole = FleetJson.Write(new ShareReport { Kind = ShareReportKind.Warning, Text = "ü \" {}", Session = "a", Number = 7 });
        FuzzRounds.Run(20_000, 23, random => ("report.json", Damaged(whole, random, 1)), (name, damaged) => FleetJson.Read<ShareReport>(damaged));
    }

    [Fact]
    public void A_damaged_message_is_not_opened()
    {
        var key = FleetKey.Create();
        var sealedMessage = key.Seal("s", Encoding.UTF8.GetBytes("a message"));
        FuzzRounds.Run(5_000, 29, random => ("sealed.bin", Damaged(sealedMessage, random, 1)), (name, damaged) =>
            key.TryOpen("s", damaged, out _).ShouldBe(damaged.AsSpan().SequenceEqual(sealedMessage)));
    }

    private static byte[] Damaged(byte[] whole, Random random, int together)
    {
        var bytes = whole.ToArray();
        for (var flips = random.Next(1, 4); flips > 0; flips--) random.NextBytes(bytes.AsSpan(random.Next(bytes.Length - together), together));
        return random.Next(5) == 0 ? bytes[..random.Next(bytes.Length)] : bytes;
    }
}
