namespace Dyno.Inputs.Tests;

public sealed class SetOptionsTests
{
    [Fact]
    public void Headers_stand_in_the_record_with_their_secrets_masked() =>
        new LoadRequest
        {
            Headers = ["Authorization: Digest username=\"bob\", response=\"abc123\"", "Accept: a/b, \"c d\"", "X-Auth-Token: it's a,b", "Cookie: a=\"b\"; c"],
        }.Set["header"].ShouldBe("Authorization: ***\nAccept: a/b, \"c d\"\nX-Auth-Token: ***\nCookie: ***");

    [Fact]
    public void Checks_stand_in_the_record_as_in_reports() =>
        new LoadRequest
        {
            Checks = ["status == 200", " header Authorization == \"abc\"", "header X-Auth-Token contains \"a b\"", "header Set-Cookie contains \"sid=abc\""],
        }.Set["check"].ShouldBe("status == 200\nheader Authorization == ***\nheader X-Auth-Token contains ***\nheader Set-Cookie contains ***");
}
