using Microsoft.AspNetCore.Mvc;

namespace MinimalVsControllers.Controllers;

/// <summary>The article's first answer: a word.</summary>
[Route("text-plain")]
[ApiController]
public sealed class TextPlainController : ControllerBase
{
    /// <summary>Always the same word.</summary>
    [HttpGet]
    public IActionResult Get() => Content("response");
}
