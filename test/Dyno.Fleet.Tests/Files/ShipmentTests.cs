namespace Dyno.Fleet.Tests;

public sealed class ShipmentTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-shipment-").FullName;

    [Fact]
    public void A_file_arrives_as_it_was_where_it_was()
    {
        var source = Path.Combine(_folder, "a.csv");
        File.WriteAllText(source, "id\n1\n");
        var (file, content) = Shipment.Of([("data/a.csv", source)]).ShouldHaveSingleItem();

        Shipment.Unpack(Path.Combine(_folder, "there"), file, content);

        File.ReadAllText(Path.Combine(_folder, "there", "data", "a.csv")).ShouldBe("id\n1\n");
    }

    [Theory]
    [InlineData("../out.txt")]
    [InlineData("/etc/out.txt")]
    [InlineData("a/../../out.txt")]
    public void A_file_that_would_lie_outside_is_refused(string path) =>
        Should.Throw<UserFault>(() => Shipment.Unpack(_folder, new ShippedFile(path, Shipment.HashOf([]), 0), [])).Message
            .ShouldBe($"the order names a path outside its folder: {path}");

    [Fact]
    public void A_file_with_another_content_is_refused() =>
        Should.Throw<UserFault>(() => Shipment.Unpack(_folder, new ShippedFile("a", Shipment.HashOf([1]), 1), [2])).Message
            .ShouldBe("the content of a does not match the hash in the order");

    [Fact]
    public void Files_that_are_too_large_together_are_refused_before_they_are_read()
    {
        var source = Path.Combine(_folder, "large");
        using (var file = File.Create(source)) file.SetLength(Shipment.MostBytes + 1);

        Should.Throw<UserFault>(() => Shipment.Of([("large", source)])).Message.ShouldContain("exceed 64 MB");
        Shipment.ProblemOf([new ShippedFile("large", "", Shipment.MostBytes + 1)]).ShouldNotBeNull();
    }

    [Theory]
    [InlineData("RSA ", "")]
    [InlineData("", "")]
    [InlineData("ENCRYPTED ", "")]
    [InlineData("EC ", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n")]
    public void A_private_key_is_not_shipped_also_not_in_an_archive(string kind, string head)
    {
        var source = Path.Combine(_folder, "script.tar");
        File.WriteAllText(source, $"\0\0some.js\0-----BEGIN {kind}PRIVATE KEY-----\n{head}{new string('M', 64)}\n-----END {kind}PRIVATE KEY-----\0");

        Should.Throw<UserFault>(() => Shipment.Of([("script.tar", source)])).Message.ShouldBe("script.tar contains a private key, and a fleet does not ship private keys");
    }

    [Fact]
    public void A_container_of_keys_is_not_shipped()
    {
        var source = Path.Combine(_folder, "client.PFX");
        File.WriteAllBytes(source, [0x30, 0x82]);

        Should.Throw<UserFault>(() => Shipment.Of([("client.PFX", source)]));
    }

    [Fact]
    public void A_certificate_and_code_that_reads_keys_are_shipped()
    {
        var (certificate, code) = (Path.Combine(_folder, "ca.pem"), Path.Combine(_folder, "jwt.js"));
        File.WriteAllText(certificate, $"-----BEGIN CERTIFICATE-----\n{new string('M', 64)}\n-----END CERTIFICATE-----\n");
        File.WriteAllText(code, "const head = '-----BEGIN PRIVATE KEY-----'; if (pem.startsWith(head)) throw new Error('no');");

        Shipment.Of([("ca.pem", certificate), ("jwt.js", code)]).Length.ShouldBe(2);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
