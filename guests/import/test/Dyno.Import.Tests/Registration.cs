using System.Runtime.CompilerServices;

namespace Dyno.Import.Tests;

/// <summary>What a program does when it starts.</summary>
internal static class Registration
{
    [ModuleInitializer]
    internal static void Register() => ImportGuest.Register();
}
