using System.ComponentModel.DataAnnotations;

namespace MinimalVsControllers;

/// <summary>Forty fields with 50 validation rules; the other Rules types have the same fields and other numbers of rules.</summary>
public sealed class Rules50
{
    /// <summary>Field 1.</summary>
    [Required, StringLength(20)]
    public string Field01 { get; set; } = "";

    /// <summary>Field 2.</summary>
    [Required]
    public string Field02 { get; set; } = "";

    /// <summary>Field 3.</summary>
    [Required, StringLength(20)]
    public string Field03 { get; set; } = "";

    /// <summary>Field 4.</summary>
    [Range(0, 1000)]
    public int Field04 { get; set; }

    /// <summary>Field 5.</summary>
    [Required, StringLength(20)]
    public string Field05 { get; set; } = "";

    /// <summary>Field 6.</summary>
    [Required]
    public string Field06 { get; set; } = "";

    /// <summary>Field 7.</summary>
    [Required, StringLength(20)]
    public string Field07 { get; set; } = "";

    /// <summary>Field 8.</summary>
    [Range(0, 1000)]
    public int Field08 { get; set; }

    /// <summary>Field 9.</summary>
    [Required, StringLength(20)]
    public string Field09 { get; set; } = "";

    /// <summary>Field 10.</summary>
    [Required]
    public string Field10 { get; set; } = "";

    /// <summary>Field 11.</summary>
    [Required, StringLength(20)]
    public string Field11 { get; set; } = "";

    /// <summary>Field 12.</summary>
    [Range(0, 1000)]
    public int Field12 { get; set; }

    /// <summary>Field 13.</summary>
    [Required, StringLength(20)]
    public string Field13 { get; set; } = "";

    /// <summary>Field 14.</summary>
    [Required]
    public string Field14 { get; set; } = "";

    /// <summary>Field 15.</summary>
    [Required, StringLength(20)]
    public string Field15 { get; set; } = "";

    /// <summary>Field 16.</summary>
    [Range(0, 1000)]
    public int Field16 { get; set; }

    /// <summary>Field 17.</summary>
    [Required, StringLength(20)]
    public string Field17 { get; set; } = "";

    /// <summary>Field 18.</summary>
    [Required]
    public string Field18 { get; set; } = "";

    /// <summary>Field 19.</summary>
    [Required, StringLength(20)]
    public string Field19 { get; set; } = "";

    /// <summary>Field 20.</summary>
    [Range(0, 1000)]
    public int Field20 { get; set; }

    /// <summary>Field 21.</summary>
    [Required, StringLength(20)]
    public string Field21 { get; set; } = "";

    /// <summary>Field 22.</summary>
    [Required]
    public string Field22 { get; set; } = "";

    /// <summary>Field 23.</summary>
    [Required, StringLength(20)]
    public string Field23 { get; set; } = "";

    /// <summary>Field 24.</summary>
    [Range(0, 1000)]
    public int Field24 { get; set; }

    /// <summary>Field 25.</summary>
    [Required, StringLength(20)]
    public string Field25 { get; set; } = "";

    /// <summary>Field 26.</summary>
    [Required]
    public string Field26 { get; set; } = "";

    /// <summary>Field 27.</summary>
    [Required, StringLength(20)]
    public string Field27 { get; set; } = "";

    /// <summary>Field 28.</summary>
    [Range(0, 1000)]
    public int Field28 { get; set; }

    /// <summary>Field 29.</summary>
    [Required, StringLength(20)]
    public string Field29 { get; set; } = "";

    /// <summary>Field 30.</summary>
    [Required]
    public string Field30 { get; set; } = "";

    /// <summary>Field 31.</summary>
    [Required, StringLength(20)]
    public string Field31 { get; set; } = "";

    /// <summary>Field 32.</summary>
    [Range(0, 1000)]
    public int Field32 { get; set; }

    /// <summary>Field 33.</summary>
    [Required, StringLength(20)]
    public string Field33 { get; set; } = "";

    /// <summary>Field 34.</summary>
    public string Field34 { get; set; } = "";

    /// <summary>Field 35.</summary>
    public string Field35 { get; set; } = "";

    /// <summary>Field 36.</summary>
    public int Field36 { get; set; }

    /// <summary>Field 37.</summary>
    public string Field37 { get; set; } = "";

    /// <summary>Field 38.</summary>
    public string Field38 { get; set; } = "";

    /// <summary>Field 39.</summary>
    public string Field39 { get; set; } = "";

    /// <summary>Field 40.</summary>
    public int Field40 { get; set; }
}
