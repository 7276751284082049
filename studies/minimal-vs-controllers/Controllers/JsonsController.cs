using Microsoft.AspNetCore.Mvc;

namespace MinimalVsControllers.Controllers;

/// <summary>The article's second answer: a little JSON.</summary>
[Route("jsons")]
[ApiController]
public sealed class JsonsController : ControllerBase
{
    /// <summary>Returns the same three people every time.</summary>
    [HttpGet]
    public IActionResult Get() => Ok(Person.Three());
}
