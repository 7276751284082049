using Microsoft.AspNetCore.Mvc;

namespace MinimalVsControllers.Controllers;

/// <summary>The same forty fields with 0 to 50 validation rules.</summary>
[Route("rules")]
[ApiController]
public sealed class RulesController : ControllerBase
{
    /// <summary>Without validation rules.</summary>
    [HttpPost("00")]
    public IActionResult Post(Rules00 data) => Ok(new { first = data.Field01 });

    /// <summary>With 5 validation rules.</summary>
    [HttpPost("05")]
    public IActionResult Post(Rules05 data) => Ok(new { first = data.Field01 });

    /// <summary>With 10 validation rules.</summary>
    [HttpPost("10")]
    public IActionResult Post(Rules10 data) => Ok(new { first = data.Field01 });

    /// <summary>With 25 validation rules.</summary>
    [HttpPost("25")]
    public IActionResult Post(Rules25 data) => Ok(new { first = data.Field01 });

    /// <summary>With 50 validation rules.</summary>
    [HttpPost("50")]
    public IActionResult Post(Rules50 data) => Ok(new { first = data.Field01 });
}
