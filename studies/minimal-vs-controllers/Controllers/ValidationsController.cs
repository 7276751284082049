using Microsoft.AspNetCore.Mvc;

namespace MinimalVsControllers.Controllers;

/// <summary>The article's third answer: what came in, after validation.</summary>
[Route("validations")]
[ApiController]
public sealed class ValidationsController : ControllerBase
{
    /// <summary>Sends it back; 400 when a rule is broken.</summary>
    [HttpPost]
    public IActionResult Post(Submission data) => Ok(data);
}
