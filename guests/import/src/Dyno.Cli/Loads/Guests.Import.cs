using Dyno.Import;

namespace Dyno.Cli;

internal static partial class Guests
{
    static partial void AddImporters() => ImportGuest.Register();
}
