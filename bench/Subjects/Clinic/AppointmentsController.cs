using Microsoft.AspNetCore.Mvc;

namespace Clinic;

/// <summary>The same answer by a controller.</summary>
[ApiController]
public sealed class AppointmentsController(Schedule schedule) : ControllerBase
{
    /// <summary>An appointment.</summary>
    [HttpGet("/classic/appointments/{id:int}")]
    public async Task<Appointment> GetAsync(int id) => await schedule.ForAsync(id);
}
