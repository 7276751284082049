namespace Dyno.K6.Tests;

/// <summary>Where the credentials of a request go when its answer leads elsewhere.</summary>
public sealed class HttpRedirectsTests
{
    [Theory]
    [InlineData("https://api.test/", "https://api.test/login", true)]
    [InlineData("http://api.test/", "https://api.test/login", true)] // the usual step up
    [InlineData("https://api.test/", "https://eu.api.test/ https://api.test/", false)] // what was taken off stays off
    [InlineData("https://api.test/", "https://eu.api.test/", false)] // k6 sends it there
    [InlineData("https://api.test/", "https://api.test:8443/", false)]
    [InlineData("http://api.test:8080/", "http://api.test:8081/", false)]
    [InlineData("https://api.test/", "http://api.test/", false)] // in clear
    [InlineData("http://api.test:8080/", "https://api.test/", false)]
    [InlineData("https://api.test/", "https://other.test/", false)]
    [InlineData("https://api.test/", "https://notapi.test/", false)]
    public void Credentials_stay_with_the_origin_of_the_first_request(string begun, string targets, bool stay)
    {
        var first = new Uri(begun);
        var request = new WireRequest
        {
            Url = first,
            Headers = [new("Authorization", "Bearer t"), new("X-Api-Key", "t"), new("X-Any", "Bearer t"), new("Accept", "*/*")],
        };

        foreach (var target in targets.Split(' '))
        {
            var answer = new WireResponse { Status = 302, Method = "GET", Url = request.Url, Headers = [new HeaderField("Location", target)] };
            request = HttpRedirects.Follow(first, request, answer, setsReferer: false).ShouldNotBeNull();
        }

        request.Headers.Select(h => h.Name).ShouldBe(stay ? ["Authorization", "X-Api-Key", "X-Any", "Accept"] : ["Accept"]);
    }
}
