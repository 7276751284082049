using Microsoft.AspNetCore.Mvc;

namespace MinimalVsControllers.Controllers;

/// <summary>Answers of a given size.</summary>
[Route("sized")]
[ApiController]
public sealed class SizedController : ControllerBase
{
    /// <summary>About so many bytes of JSON.</summary>
    [HttpGet("{bytes:int}")]
    public IActionResult Get(int bytes) => Ok(Payload.OfBytes(bytes));
}
