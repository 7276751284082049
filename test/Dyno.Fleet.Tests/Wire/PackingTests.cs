using Dyno.Fleet.Wire;

namespace Dyno.Fleet.Tests.Wire;

public sealed class PackingTests
{
    [Theory]
    [InlineData(10)]
    [InlineData(100_000)]
    public void A_message_comes_out_as_it_went_in(int length)
    {
        byte[] json = [.. Enumerable.Range(0, length).Select(i => (byte)('a' + i % 26))];
        Packing.UnpackMessage(Packing.PackMessage(json)).ShouldBe(json);
        Packing.PackMessage(json).Length.ShouldBeLessThanOrEqualTo(length);
    }

    [Fact]
    public void Damaged_content_is_refused_as_such()
    {
        var packed = Packing.Pack([.. Enumerable.Range(0, 100_000).Select(i => (byte)(i * i))]);
        var random = new Random(5);
        for (var i = 0; i < 200; i++)
        {
            var damaged = packed.ToArray();
            random.NextBytes(damaged.AsSpan(random.Next(damaged.Length - 8), 8));
            try
            {
                _ = Packing.Unpack(damaged);
            }
            catch (InvalidDataException)
            {
                // As the method says; content that is still well-formed comes out as something else.
            }
        }
        Should.Throw<InvalidDataException>(() => Packing.Unpack([255, 254, 253, 252, 251, 250]));
    }
}
