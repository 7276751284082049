using System.ComponentModel.DataAnnotations;

namespace MinimalVsControllers;

/// <summary>The data that <c>POST /validations</c> takes and sends back, with the article's rules.</summary>
public sealed class Submission
{
    /// <summary>An id. It is required, which an int always fulfils: 0 passes.</summary>
    [Required]
    public int Id { get; set; }

    /// <summary>A description of at most 100 characters.</summary>
    [Required]
    [StringLength(100)]
    public string Description { get; set; } = "";
}
