namespace Dyno.Fleet.Tests;

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
}
