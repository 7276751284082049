using System.ComponentModel.DataAnnotations;

namespace MinimalVsControllers;

/// <summary>What <c>POST /validations</c> takes and sends back, with the article's rules.</summary>
public sealed class Submission
{
    /// <summary>Required, which an int always meets: 0 passes.</summary>
    [Required]
    public int Id { get; set; }

    /// <summary>At most 100 characters.</summary>
    [Required]
    [StringLength(100)]
    public string Description { get; set; } = "";
}
