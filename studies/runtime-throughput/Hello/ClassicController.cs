using Microsoft.AspNetCore.Mvc;

namespace Hello;

/// <summary>The same two answers as the minimal API gives, from a controller.</summary>
[ApiController]
[Route("[controller]")]
public sealed class ClassicController : ControllerBase
{
    /// <summary>A fixed greeting.</summary>
    [HttpGet("hello")]
    public object Hello() => new { name = "Rick", message = "Hello World" };

    /// <summary>Sends the received message back.</summary>
    [HttpPost("hello")]
    public object Hello(RequestMessage model) => new { name = model.Name, message = model.Message };
}
