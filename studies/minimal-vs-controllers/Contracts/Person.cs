namespace MinimalVsControllers;

/// <summary>One of the three people that <c>GET /jsons</c> answers with.</summary>
public sealed class Person
{
    /// <summary>The three people of the article.</summary>
    public static Person[] Three() =>
    [
        new() { Name = "Andrea", Surname = "Tosato", BirthDate = new DateTime(2022, 01, 01) },
        new() { Name = "Emanuele", Surname = "Bartolesi", BirthDate = new DateTime(2022, 01, 01) },
        new() { Name = "Marco", Surname = "Minerva", BirthDate = new DateTime(2022, 01, 01) },
    ];

    /// <summary>First name.</summary>
    public string Name { get; set; } = "";

    /// <summary>Family name.</summary>
    public string Surname { get; set; } = "";

    /// <summary>Birthday.</summary>
    public DateTime BirthDate { get; set; }
}
