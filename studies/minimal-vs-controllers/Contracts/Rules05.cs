using System.ComponentModel.DataAnnotations;

namespace MinimalVsControllers;

/// <summary>Forty fields with 5 validation rules; the other Rules types have the same fields and other numbers of rules.</summary>
public sealed class Rules05
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
    public int Field04 { get; set; }

    /// <summary>Field 5.</summary>
    public string Field05 { get; set; } = "";

    /// <summary>Field 6.</summary>
    public string Field06 { get; set; } = "";

    /// <summary>Field 7.</summary>
    public string Field07 { get; set; } = "";

    /// <summary>Field 8.</summary>
    public int Field08 { get; set; }

    /// <summary>Field 9.</summary>
    public string Field09 { get; set; } = "";

    /// <summary>Field 10.</summary>
    public string Field10 { get; set; } = "";

    /// <summary>Field 11.</summary>
    public string Field11 { get; set; } = "";

    /// <summary>Field 12.</summary>
    public int Field12 { get; set; }

    /// <summary>Field 13.</summary>
    public string Field13 { get; set; } = "";

    /// <summary>Field 14.</summary>
    public string Field14 { get; set; } = "";

    /// <summary>Field 15.</summary>
    public string Field15 { get; set; } = "";

    /// <summary>Field 16.</summary>
    public int Field16 { get; set; }

    /// <summary>Field 17.</summary>
    public string Field17 { get; set; } = "";

    /// <summary>Field 18.</summary>
    public string Field18 { get; set; } = "";

    /// <summary>Field 19.</summary>
    public string Field19 { get; set; } = "";

    /// <summary>Field 20.</summary>
    public int Field20 { get; set; }

    /// <summary>Field 21.</summary>
    public string Field21 { get; set; } = "";

    /// <summary>Field 22.</summary>
    public string Field22 { get; set; } = "";

    /// <summary>Field 23.</summary>
    public string Field23 { get; set; } = "";

    /// <summary>Field 24.</summary>
    public int Field24 { get; set; }

    /// <summary>Field 25.</summary>
    public string Field25 { get; set; } = "";

    /// <summary>Field 26.</summary>
    public string Field26 { get; set; } = "";

    /// <summary>Field 27.</summary>
    public string Field27 { get; set; } = "";

    /// <summary>Field 28.</summary>
    public int Field28 { get; set; }

    /// <summary>Field 29.</summary>
    public string Field29 { get; set; } = "";

    /// <summary>Field 30.</summary>
    public string Field30 { get; set; } = "";

    /// <summary>Field 31.</summary>
    public string Field31 { get; set; } = "";

    /// <summary>Field 32.</summary>
    public int Field32 { get; set; }

    /// <summary>Field 33.</summary>
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
