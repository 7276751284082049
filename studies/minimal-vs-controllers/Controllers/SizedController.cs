using Microsoft.AspNetCore.Mvc;

namespace MinimalVsControllers.Controllers;

/// <summary>Answers of a given size.</summary>
[Route("sized")]
[ApiController]
public sealed class SizedController : ControllerBase
{
    /// <summary>Returns about the given number of bytes of JSON.</summary>
    [HttpGet("{bytes:int}")]
    public IActionResult Get(int bytes) => Ok(Payload.OfBytes(bytes));
}
