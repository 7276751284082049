namespace Dyno.Results.Tests;

public sealed class RedactionTests
{
    private const string Secret = "hunter2";

    [Theory]
    [InlineData("Authorization: Bearer hunter2", "Authorization: ***")]
    [InlineData("authorization: Basic aHVudGVyMg==", "authorization: ***")]
    [InlineData("Proxy-Authorization: Basic hunter2", "Proxy-Authorization: ***")]
    [InlineData("Cookie: a=hunter2; b=hunter2", "Cookie: ***")]
    [InlineData("Jwt:Key = hunter2", "Jwt:Key = ***")]
    [InlineData("Jwt:Key=hunter2", "Jwt:Key=***")]
    [InlineData("\"Jwt:Key\": \"hunter2\"", "\"Jwt:Key\": ***")]
    [InlineData("Identity:Token:Password: hunter2", "Identity:Token:Password: ***")]
    [InlineData("System.InvalidOperationException: Jwt:Key is missing: set it in user secrets", "System.InvalidOperationException: Jwt:Key is missing: set it in user secrets")]
    [InlineData("Missing required key: A:B:ClientSecret", "Missing required key: A:B:ClientSecret")]
    [InlineData("The token: expected end of file at line 3", "The token: expected end of file at line 3")]
    [InlineData("jwt:Abc4Secretive", "jwt:***")]
    [InlineData("token:hunter2", "token:***")]
    [InlineData("Set-Cookie: session=hunter2; Path=/", "Set-Cookie: ***")]
    [InlineData("X-Api-Key: hunter2", "X-Api-Key: ***")]
    [InlineData("curl -H 'Authorization: Bearer hunter2' http://h/", "curl -H 'Authorization: ***' http://h/")]
    [InlineData("sent Bearer hunter2HUNTER and failed", "sent Bearer *** and failed")]
    [InlineData("http://me:hunter2@h/a?b=c", "http://***@h/a?b=c")]
    [InlineData("https://hunter2@h/a", "https://***@h/a")]
    [InlineData("http://h/a?api_key=hunter2&x=1", "http://h/a?api_key=***&x=1")]
    [InlineData("http://h/a?x=1&access_token=hunter2#f", "http://h/a?x=1&access_token=***")]
    [InlineData("Host=db;Username=app;Password=hunter2;Port=5432", "Host=db;Username=app;Password=***;Port=5432")]
    [InlineData("Host=db;Password=hunter2 and hunter2;Port=5432", "Host=db;Password=***;Port=5432")]
    [InlineData("Server=db;Pwd='hunter2;hunter2';Database=x", "Server=db;Pwd=***;Database=x")]
    [InlineData("Endpoint=sb://x/;SharedAccessKey=hunter2=", "Endpoint=sb://x/;SharedAccessKey=***")]
    [InlineData("postgres://app:hunter2@db:5432/x", "postgres://***@db:5432/x")]
    [InlineData("redis:6379,password=hunter2,ssl=true", "redis:6379,password=***,ssl=true")]
    [InlineData("{\"user\":\"u\",\"password\":\"hunter2\",\"n\":1}", "{\"user\":\"u\",\"password\":***,\"n\":1}")]
    [InlineData("{\"clientSecret\": \"hunter2 \\\" hunter2\"}", "{\"clientSecret\": ***}")]
    [InlineData("DB_PASSWORD=hunter2 dotnet run", "DB_PASSWORD=*** dotnet run")]
    [InlineData("dotnet app.dll --api-key hunter2 --port 5000", "dotnet app.dll --api-key *** --port 5000")]
    [InlineData("dotnet app.dll --Token=hunter2", "dotnet app.dll --Token=***")]
    [InlineData("header X-Api-Key == hunter2", "header X-Api-Key == ***")]
    [InlineData("a=1&user[password]=hunter2&b=2", "a=1&user[password]=***&b=2")]
    [InlineData("line one\nToken: hunter2\nline three", "line one\nToken: ***\nline three")]
    [InlineData("Authorization: Digest username=\"bob\", response=\"hunter2\"\nHost: h", "Authorization: ***\nHost: h")]
    [InlineData("Authorization: \"hunter2\"", "Authorization: ***")]
    [InlineData("X-Forwarded-Authorization: Digest a=\"b\", c=\"hunter2\"", "X-Forwarded-Authorization: ***")]
    [InlineData("Cookie: sid=\"hunter2\"; theme=dark", "Cookie: ***")]
    [InlineData("Cookie: it's hunter2", "Cookie: ***")]
    [InlineData("curl -H 'Cookie: a=\"hunter2\"' -H \"X-Token: it's hunter2\" http://h/", "curl -H 'Cookie: ***' -H \"X-Token: ***\" http://h/")]
    [InlineData("curl -H 'Cookie: it'\\''s hunter2' http://h/", "curl -H 'Cookie: ***' http://h/")]
    [InlineData("{\"Authorization\":\"Digest a=\\\"b\\\", c=\\\"hunter2\\\"\",\"n\":1}", "{\"Authorization\":\"***\",\"n\":1}")]
    [InlineData("{'Cookie': 'a=hunter2', 'n': 1}", "{'Cookie': '***', 'n': 1}")]
    [InlineData("{\"Set-Cookie\":[\"a=1\",\"b=hunter2\"]}", "{\"Set-Cookie\":***")]
    [InlineData("X-Auth-Token: foo hunter2", "X-Auth-Token: ***")]
    [InlineData("X-Auth-Token: a,hunter2", "X-Auth-Token: ***")]
    [InlineData("> X-My-Password: it's hunter2", "> X-My-Password: ***")]
    [InlineData("  headers: [ 'X-Auth-Token: it''s hunter2', \"A: b\" ]", "  headers: [ 'X-Auth-Token: ***', \"A: b\" ]")]
    [InlineData("  headers: { X-Auth-Token: foo hunter2, A: b }", "  headers: { X-Auth-Token: ***, A: b }")]
    [InlineData("  - X-Auth-Token: foo hunter2", "  - X-Auth-Token: ***")]
    [InlineData("header Authorization == \"hunter2\"", "header Authorization == ***")]
    [InlineData("header X-Auth-Token contains \"a hunter2\"", "header X-Auth-Token contains ***")]
    [InlineData("header Set-Cookie contains \"sid=hunter2\"", "header Set-Cookie contains ***")]
    [InlineData("http://h/a?X-Amz-Signature=hunter2&x=1", "http://h/a?X-Amz-Signature=***&x=1")]
    [InlineData("http://h/a?sv=1&sig=hunter2", "http://h/a?sv=1&sig=***")]
    [InlineData("http://h/a?jwt=hunter2", "http://h/a?jwt=***")]
    [InlineData("http://h/a;JSESSIONID=hunter2?x=1", "http://h/a;JSESSIONID=***")]
    [InlineData("X-Foo: Bearer \"abc hunter2\"", "X-Foo: Bearer ***")]
    [InlineData("curl -H 'X-Foo: Bearer \"abc hunter2\"' http://h/", "curl -H 'X-Foo: Bearer ***' http://h/")]
    [InlineData("curl -H \"X-Foo: Basic 'abc hunter2'\" http://h/", "curl -H \"X-Foo: Basic ***\" http://h/")]
    [InlineData("{\"X-Foo\":\"Bearer \\\"abc hunter2\\\"\",\"n\":1}", "{\"X-Foo\":\"Bearer ***\",\"n\":1}")]
    [InlineData("X-Foo: BEARER 'abc hunter2", "X-Foo: BEARER ***")]
    [InlineData("X-Foo: Token \"abc hunter2\"", "X-Foo: Token ***")]
    [InlineData("{\"X-Foo\": \"Token hunter2\"}", "{\"X-Foo\": \"Token ***\"}")]
    [InlineData("X-Foo: Digest username=\"bob\", response=\"hunter2\", nc=1; x", "X-Foo: Digest ***; x")]
    [InlineData("sent NTLM hunter2HUNTER and failed", "sent NTLM *** and failed")]
    [InlineData("http://h/a?code=hunter2&x=1", "http://h/a?code=***&x=1")]
    [InlineData("GET http://h/a?x=1&auth=hunter2", "GET http://h/a?x=1&auth=***")]
    [InlineData("http://h/a?pass=hunter2&pw=hunter2&pin=hunter2&otp=hunter2&sas=hunter2#f", "http://h/a?pass=***&pw=***&pin=***&otp=***&sas=***#f")]
    [InlineData("X-Auth: hunter2 hunter2", "X-Auth: ***")]
    [InlineData("X-Session: a hunter2", "X-Session: ***")]
    [InlineData("curl -H 'X-Session: it hunter2' http://h/", "curl -H 'X-Session: ***' http://h/")]
    [InlineData("X-CSRF: hunter2", "X-CSRF: ***")]
    [InlineData("X-Pass: hunter2", "X-Pass: ***")]
    public void Masks_secrets_in_any_text(string text, string expected) => Redaction.Text(text).ShouldBe(expected);

    [Theory]
    [InlineData("")]
    [InlineData("GET /hello")]
    [InlineData("http://localhost:5000/a?b=c&d=e")]
    [InlineData("mail me@example.com")]
    [InlineData("Host=db;Username=app;Port=5432")]
    [InlineData("p(99)<200")]
    [InlineData("Unhandled exception. System.InvalidOperationException: no route matches")]
    [InlineData("Basic routing is on")]
    [InlineData("AuthenticationScheme: Bearer was challenged")]
    [InlineData("Unexpected token \"}\" in JSON")]
    [InlineData("fetch(url, { headers: ['Bearer ' + id] })")]
    [InlineData("TLS 1.3 TLS_AES_256_GCM_SHA384")]
    [InlineData("http://h/a?design=1&signal=2&assigned=3&sessions=4")]
    [InlineData("session count: 5, session: 7")]
    [InlineData("ended by SIGTERM: 15")]
    [InlineData("significant=1 signatures=2")]
    [InlineData("http://h/a?postcode=1&author=2&spin=3&compass=4&encode=5")]
    [InlineData("error code: 5, exit code=7, session: 7, passed: 3")]
    [InlineData("Author: me")]
    public void Leaves_other_texts_alone(string text) => Redaction.Text(text).ShouldBe(text);

    [Theory]
    [InlineData("DB_PASSWORD", true)]
    [InlineData("ApiKey", true)]
    [InlineData("MY_SECRET_1", true)]
    [InlineData("github_token", true)]
    [InlineData("Authorization", true)]
    [InlineData("Set-Cookie", true)]
    [InlineData("ASPNETCORE_URLS", false)]
    [InlineData("DOTNET_gcServer", false)]
    [InlineData("signature", true)]
    [InlineData("X-Amz-Signature", true)]
    [InlineData("X-Hub-Signature-256", true)]
    [InlineData("HMACSignature", true)]
    [InlineData("sig", true)]
    [InlineData("urlSig", true)]
    [InlineData("SIG", true)]
    [InlineData("jwt", true)]
    [InlineData("JWTAuth", true)]
    [InlineData("x_jwt", true)]
    [InlineData("X-Session-Id", true)]
    [InlineData("ASP.NET_SessionId", true)]
    [InlineData("PHPSESSID", true)]
    [InlineData("session_id", true)]
    [InlineData("X-Auth", true)]
    [InlineData("X-Session", true)]
    [InlineData("X-CSRF", true)]
    [InlineData("X-Pass", true)]
    [InlineData("DB_PASS", true)]
    [InlineData("code", false)]
    [InlineData("compass", false)]
    [InlineData("design", false)]
    [InlineData("DESIGN", false)]
    [InlineData("signal", false)]
    [InlineData("Signed", false)]
    [InlineData("X-Amz-SignedHeaders", false)]
    [InlineData("sessions", false)]
    [InlineData("session count", false)]
    [InlineData("sessionIdle", false)]
    [InlineData("", false)]
    public void Knows_a_secret_by_its_name(string name, bool secret) => Redaction.IsSecretName(name).ShouldBe(secret);

    [Theory]
    [InlineData("Authorization: Digest username=\"bob\", response=\"hunter2\"", "Authorization: ***")]
    [InlineData("X-Auth-Token:foo hunter2", "X-Auth-Token: ***")]
    [InlineData("X-My-Password : it's hunter2", "X-My-Password : ***")]
    [InlineData("X-Authorization: Bearer \"hunter2\"", "X-Authorization: ***")]
    [InlineData("X-Auth-Token foo hunter2", "X-Auth-Token ***")]
    [InlineData("Authorization Bearer \"hunter2\"", "Authorization Bearer ***")]
    [InlineData("X-Auth-Token=foo hunter2", "X-Auth-Token=***")]
    [InlineData("X-Auth-Token:", "X-Auth-Token:")]
    [InlineData("X-Foo:Bearer \"abc hunter2\"", "X-Foo: Bearer ***")]
    [InlineData("X-Foo: token abc hunter", "X-Foo: token ***")]
    [InlineData("X-Foo: ApiKey 'abc' hunter2", "X-Foo: ApiKey ***")]
    [InlineData("X-Foo Basic abc", "X-Foo Basic ***")]
    [InlineData("X-Foo: Bearer", "X-Foo: Bearer")]
    [InlineData("Accept:text/html, \"a b\"", "Accept:text/html, \"a b\"")]
    [InlineData("Accept", "Accept")]
    public void A_header_line_is_masked_by_its_name(string line, string expected) => Redaction.HeaderLine(line).ShouldBe(expected);

    [Theory]
    [InlineData("Cookie", "sid=\"hunter2\"; a=b", "Cookie: ***")]
    [InlineData("X-Authorization", "Digest a=\"b\", c=\"hunter2\"", "X-Authorization: ***")]
    [InlineData("Cookie", "", "Cookie: ")]
    [InlineData("X-Foo", "Bearer \"abc hunter2\"", "X-Foo: Bearer ***")]
    [InlineData("X-Foo", "AWS4-HMAC-SHA256 a=b, c=d", "X-Foo: AWS4-HMAC-SHA256 ***")]
    [InlineData("Accept", "a/b", "Accept: a/b")]
    public void A_header_is_masked_by_its_name(string name, string value, string expected) => Redaction.Header(name, value).ShouldBe(expected);

    [Fact]
    public void What_went_wrong_stays() =>
        Redaction.Text("KeyNotFoundException: the given 'x' was not present").ShouldEndWith("'x' was not present");

    [Fact]
    public void No_field_of_a_result_lets_a_secret_through()
    {
        string[] disguises =
        [
            $"Authorization: Bearer {Secret}", $"http://u:{Secret}@h/", $"http://h/?token={Secret}", $"Host=db;Password={Secret};",
            $"{{\"secret\":\"{Secret}\"}}", $"--password {Secret}", $"Cookie: a={Secret}",
            $"X-Foo: Bearer \"a {Secret}\"",
        ];
        foreach (var disguise in disguises)
        {
            var result = FilledRun.Create(name => name switch { "Histogram" => "HISTFAAA", "DB_PASSWORD" => Secret, _ => disguise });

            RunResultJson.Write(result).ShouldNotContain(Secret);
            RunResultJson.Redact(result).ToString().ShouldNotContain(Secret);
        }
    }

    [Fact]
    public void A_histogram_is_never_mistaken_for_a_secret()
    {
        const string Base64 = "HISTFAAAKey==";

        var measured = RunResultJson.Redact(FilledRun.Create(_ => Base64)).Measured;
        measured.Latency.Response.Histogram.ShouldBe(Base64);
        measured.Series.ShouldAllBe(interval => interval.Histogram == Base64);
    }

    [Fact]
    public void A_long_text_is_masked_in_time_that_grows_with_its_length()
    {
        var text = string.Concat(Enumerable.Repeat("abcdefgh", 200_000)) + " password=" + Secret;

        Redaction.Text(text).ShouldEndWith("password=***");
    }

    // Where each piece made a search begin that went on to the end of the text, these took hours.
    [Theory]
    [InlineData("key")]
    [InlineData("sig")]
    [InlineData("design")]
    [InlineData("cookie")]
    [InlineData("password=a ")]
    [InlineData("key \t ")]
    [InlineData("\"X-Token: ")]
    [InlineData("{secret-")]
    [InlineData("- < key")]
    [InlineData("header key")]
    [InlineData("header key ")]
    [InlineData("Bearer a")]
    [InlineData("Bearer \"")]
    [InlineData("Digest a=b,")]
    [InlineData(": token ")]
    [InlineData("http://u:p")]
    [InlineData("key=\"\\")]
    public void A_long_text_is_masked_in_time_that_grows_with_its_length_whatever_it_consists_of(string piece)
    {
        var text = string.Concat(Enumerable.Repeat(piece, 1_600_000 / piece.Length)) + "\"\nhttp://h/?apiKey=" + Secret;

        Redaction.Text(text).ShouldNotContain(Secret, Case.Sensitive);
    }

    [Fact]
    public void A_text_without_trace_of_a_secret_is_as_the_patterns_would_leave_it()
    {
        // The last line has a letter beyond ASCII: then nothing is taken for granted, and every pattern is tried.
        string[] pieces = ["http://", "user:pw@host", "?q=1&", "apiKey=abc", "pass", "word: x", "Bearer ", "AbC123==", "cookie: a=b", " ", "\n", "tok", "en=1", "PWD", "=", ":", "plain", "sig", "nature", "Jwt", "sess", "ion", "_", "id", "'", "header ", "contains ", "\"", ";"];
        var random = new Random(8);
        for (var text = 0; text < 5_000; text++)
        {
            var plain = string.Concat(Enumerable.Range(0, random.Next(1, 9)).Select(_ => pieces[random.Next(pieces.Length)]));
            Redaction.Text(plain + "\n.").ShouldBe(Redaction.Text(plain + "\n.\né")[..^2], plain);
        }
    }

    [Theory]
    [InlineData("api\u212Aey", true)]
    [InlineData("API_KEY", true)]
    [InlineData("Set-Cookie", true)]
    [InlineData("MyCookieJar", false)]
    [InlineData("connections", false)]
    public void Names_betray_a_secret_whatever_their_letters(string name, bool isSecret) => Redaction.IsSecretName(name).ShouldBe(isSecret);
}
