namespace Bookstore;

/// <summary>Says in two lines why the program cannot start, and what to type instead.</summary>
internal static class Refusal
{
    public static int Say(string what, string writeInstead)
    {
        Console.Error.WriteLine($"bookstore: {what}");
        Console.Error.WriteLine($"  {writeInstead}");
        return 1;
    }
}
