namespace Catalogue
{
    public static class Names
    {
        public const string First = "tea";
    }
}
