using Microsoft.AspNetCore.Mvc;

namespace MinimalVsControllers.Controllers;

/// <summary>The article's third answer: the received data, after validation.</summary>
[Route("validations")]
[ApiController]
public sealed class ValidationsController : ControllerBase
{
    /// <summary>Returns the received data; 400 when a rule is violated.</summary>
    [HttpPost]
    public IActionResult Post(Submission data) => Ok(data);
}
