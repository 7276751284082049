using Microsoft.AspNetCore.Mvc;

namespace Products.LongReads;

/// <summary>
/// <c>GET /LongRead</c>: ten seconds of work in ten parts. With <c>includeCancellation</c> the server stops within the current part when
/// the caller leaves; without, it finishes the work although no caller waits for it. <c>/LongRead/working</c> returns the number of calls
/// in progress.
/// </summary>
[ApiController]
[Route("[controller]")]
public sealed class LongReadController(ILogger<LongReadController> log) : ControllerBase
{
    private const int ClientClosedRequest = 499;
    private static int _working;

    [HttpGet]
    public async Task<IActionResult> Read(bool includeCancellation, CancellationToken callerLeft)
    {
        Interlocked.Increment(ref _working);
        try
        {
            for (var part = 0; part < 10; part++) await Task.Delay(1000, includeCancellation ? callerLeft : CancellationToken.None);
            return Ok(new { parts = 10 });
        }
        catch (OperationCanceledException)
        {
            log.CallerLeft();
            return StatusCode(ClientClosedRequest);
        }
        finally
        {
            Interlocked.Decrement(ref _working);
        }
    }

    [HttpGet("working")]
    public int Working() => Volatile.Read(ref _working);
}
