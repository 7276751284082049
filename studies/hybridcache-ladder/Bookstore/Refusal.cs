namespace Bookstore;

/// <summary>What cannot be started says why, and what to type instead, in two lines.</summary>
internal static class Refusal
{
    public static int Say(string what, string writeInstead)
    {
        Console.Error.WriteLine($"bookstore: {what}");
        Console.Error.WriteLine($"  {writeInstead}");
        return 1;
    }
}
