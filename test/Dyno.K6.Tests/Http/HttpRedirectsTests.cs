using Dyno.Http.Clients;
using Dyno.Http.Requests;
using Dyno.K6.Http;

namespace Dyno.K6.Tests.Http;

/// <summary>Where the credentials of a request go when its answer leads elsewhere.</summary>
public sealed class HttpRedirectsTests
{
    [Theory]
    [InlineData("https://api.test/login", true)]
    [InlineData("http://api.test:8080/login https://eu.api.test/", true)]
    [InlineData("https://eu.api.test/ https://api.test/", true)] // back to the first
    [InlineData("https://eu.api.test/ https://us.api.test/", true)] // beside the last, but below the first
    [InlineData("https://other.test/", false)]
    [InlineData("https://eu.api.test/ https://other.test/", false)]
    [InlineData("https://other.test/ https://api.test/", false)] // what was taken off stays off
    [InlineData("https://notapi.test/", false)]
    public void Credentials_stay_with_the_first_host_and_those_below_it(string targets, bool stay)
    {
        var first = new Uri("https://api.test/");
        var request = new WireRequest { Url = first, Headers = [new HeaderField("Authorization", "Bearer t")] };

        foreach (var target in targets.Split(' '))
        {
            var answer = new WireResponse { Status = 302, Method = "GET", Url = request.Url, Headers = [new HeaderField("Location", target)] };
            request = HttpRedirects.Follow(first, request, answer, setsReferer: false).ShouldNotBeNull();
        }

        request.Headers.Any(h => h.Name == "Authorization").ShouldBe(stay);
    }
}
