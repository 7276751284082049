using Microsoft.AspNetCore.Mvc;

namespace MinimalVsControllers.Controllers;

/// <summary>The article's first answer: one word.</summary>
[Route("text-plain")]
[ApiController]
public sealed class TextPlainController : ControllerBase
{
    /// <summary>Returns the same word every time.</summary>
    [HttpGet]
    public IActionResult Get() => Content("response");
}
