using System.Security.Cryptography;

namespace Dyno.K6.Tests;

/// <summary>Keys that OpenSSL wrote: <c>openssl ec -in key.pem -aes256 -passout pass:correct</c>, all of one key made for these tests.</summary>
public sealed class LegacyPemTests
{
    private const string Aes128 = """
        -----BEGIN EC PRIVATE KEY-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: AES-128-CBC,448CCA2A6EBBC4D521433DC8DE56BC41
        
        fdFfHetf2k5ebXaRZZKn0+Qs2JrKlnajwXtSkI3vlqC8YfeL2JVef4VBEmj/hTTj
        AFUmc0RNGcrIebBN1WgZvLKRwQUQR6TGbGR5N8ML86At5mBWdJuBIVJHn/dSaEUR
        G2dwSPoIq6kVYKDvsfO02mHaFq4KxZHlt2yspnM3AP4=
        -----END EC PRIVATE KEY-----
        """;

    private const string Aes192 = """
        -----BEGIN EC PRIVATE KEY-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: AES-192-CBC,A417CE492362C2A58BF1B7EF5FF05C80
        
        slOvDxiv1sz6PnzHpVA9pT1J//pI5OFIZiXsocLuk9qxL/WZ6lgiEhOXui+VBUBL
        Xe9Af5/QZ5o41Nj+b7cg+qXV6P1JjswKR1F7+p1d1SC4wYV6SSbMu55PFwdqDcic
        IeyD76D/Cqt68AukIGXoHiCZj3yfOqDagfkkh6IURpM=
        -----END EC PRIVATE KEY-----
        """;

    internal const string Aes256 = """
        -----BEGIN EC PRIVATE KEY-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: AES-256-CBC,93918830B1FD43C8C3505A83D633F635
        
        7LW/mqZAiCtjotiep6+Om62cmruSJbyxes3Bc2hfCTY6AFZxOH2sDvSOUiFDGqBJ
        yqiDkD+8TST0y4+5OpWPs3frwrYvuwTZuIuU6pb/Uz7OQJO8eKZ++a9zVBeBsuX7
        sJxbpm7l+lNW7htPUd+TyMYI5uq0Gw5s9PeRf4zWkA0=
        -----END EC PRIVATE KEY-----
        """;

    private const string TripleDes = """
        -----BEGIN EC PRIVATE KEY-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: DES-EDE3-CBC,0C96EE4DB8D3F9A1
        
        HkKq1EHk0ZKRWFQy/85wi4lTqnILOWWKYIFODJVv1NI6i1yMvoYYnaVPDIU2B7Ch
        jN1RHGgspyGKUL8jSy6FSyGqPyBSbvn65IYolC68lY89l0XpNHBjo4E9rhmRCTCS
        VmdsffD/OAgi1jaaFLgw0vK7LnNdXcS85dyAMw1Os2A=
        -----END EC PRIVATE KEY-----
        """;

    internal const string Certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBdzCCAR+gAwIBAgIUDDBqQ04oQHfZWx21mLKmgky2BdUwCgYIKoZIzj0EAwIw
        ETEPMA0GA1UEAwwGbGVnYWN5MCAXDTI2MTEyMzAzNTQxNVoYDzIxMjYxMDMwMDM1
        NDE1WjARMQ8wDQYDVQQDDAZsZWdhY3kwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
        AARV2tZotaLPhlBoz2a4jc8ds5N0L9f4ihnArJLpQNjrvgrmi9o1O5xbqpald3jm
        y1EnRvScAlA2kxGBrsezxG7no1MwUTAdBgNVHQ4EFgQUPqwMBoyQO2zSN8kMfA1Y
        NeXCgw8wHwYDVR0jBBgwFoAUPqwMBoyQO2zSN8kMfA1YNeXCgw8wDwYDVR0TAQH/
        BAUwAwEB/zAKBggqhkjOPQQDAgNGADBDAiBVp4T//5ZlYzVCP8Iy0bMqiuYT3r7+
        eZiworJ65fv4dAIfDO+yFRllf6qO+EPt30hUEsUfexVA/yb6erxxKV0Krw==
        -----END CERTIFICATE-----
        """;

    [Theory]
    [InlineData(Aes128)]
    [InlineData(Aes192)]
    [InlineData(Aes256)]
    [InlineData(TripleDes)]
    public void A_key_is_opened_with_its_password_and_belongs_to_its_certificate(string key)
    {
        ClientCertificate.TryRead(Certificate, key, "correct", [], out var read, out _).ShouldBeTrue();

        read!.Certificate.Subject.ShouldBe("CN=legacy");
        read.Certificate.HasPrivateKey.ShouldBeTrue();
    }

    [Theory]
    [InlineData(Aes256)]
    [InlineData(TripleDes)]
    public void Another_password_is_said_to_be_another(string key)
    {
        for (var i = 0; i < 600; i++) // one in 256 leaves sound padding
        {
            ClientCertificate.TryRead(Certificate, key, $"wrong{i}", [], out _, out var problem).ShouldBeFalse();
            problem.What.ShouldBe("the password does not open the key");
        }
    }

    [Theory]
    [InlineData(Aes256)]
    [InlineData(TripleDes)]
    public void A_key_without_its_password_asks_for_it(string key)
    {
        ClientCertificate.TryRead(Certificate, key, "", [], out _, out var problem).ShouldBeFalse();

        problem.ShouldBe(("the key is encrypted, and there is no password", "add password: '…'"));
    }

    [Fact]
    public void A_password_that_the_key_does_not_need_does_no_harm()
    {
        LegacyPem.TryOpen(Aes256, "correct", out var open).ShouldBeTrue();

        ClientCertificate.TryRead(Certificate, open, "any", [], out var read, out _).ShouldBeTrue();
        read!.Certificate.HasPrivateKey.ShouldBeTrue();
    }

    [Fact]
    public void A_key_of_PKCS8_is_opened_with_its_password()
    {
        LegacyPem.TryOpen(Aes256, "correct", out var open).ShouldBeTrue();
        using var key = ECDsa.Create();
        key.ImportFromPem(open);
        var pkcs8 = key.ExportEncryptedPkcs8PrivateKeyPem("other", new PbeParameters(PbeEncryptionAlgorithm.Aes256Cbc, HashAlgorithmName.SHA256, 1000));

        ClientCertificate.TryRead(Certificate, pkcs8, "other", [], out _, out _).ShouldBeTrue();
        ClientCertificate.TryRead(Certificate, pkcs8, "another", [], out _, out var problem).ShouldBeFalse();
        problem.What.ShouldStartWith("the password does not open the key");
    }

    [Theory]
    [InlineData("Proc-Type: 4,ENCRYPTED")]
    [InlineData("-----BEGIN -----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nAAAA\n-----END -----")]
    [InlineData("-----BEGIN K-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nAAAA\n-----END K-----")]
    [InlineData("-----BEGIN K-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,000102030405060708090A0B0C0D0E0F\n\n\n-----END K-----")]
    [InlineData("-----BEGIN K-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: BLOWFISH,0001020304050607\n\nAAAA\n-----END K-----")]
    [InlineData("-----BEGIN K-----\nProc-Type: 4,ENCRYPTED\nDEK-Info\n\nAAAA\n-----END K-----")]
    [InlineData("-----BEGIN K-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: A,B,C\n\nAAAA\n-----END K-----")]
    [InlineData("-----END K-----\n-----BEGIN K-----\nProc-Type: 4,ENCRYPTED\n")]
    public void What_is_no_key_is_not_opened(string text) => LegacyPem.TryOpen(text, "correct", out _).ShouldBeFalse();

    [Fact]
    public void A_damaged_key_is_not_opened_and_throws_nothing()
    {
        var random = new Random(7);
        for (var i = 0; i < 3000; i++)
        {
            var damaged = Aes256.ToCharArray();
            for (var n = random.Next(1, 4); n > 0; n--) damaged[random.Next(damaged.Length)] = (char)random.Next(10, 127);
            ClientCertificate.TryRead(Certificate, new string(damaged), "correct", [], out _, out _);
            ClientCertificate.TryRead(Certificate, new string(damaged)[..random.Next(damaged.Length)], "correct", [], out _, out _).ShouldBeFalse();
        }
    }
}
