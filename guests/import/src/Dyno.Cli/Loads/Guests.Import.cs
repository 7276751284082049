using Dyno.Import;

namespace Dyno.Cli.Loads;

internal static partial class Guests
{
    static partial void AddImporters() => ImportGuest.Register();
}
