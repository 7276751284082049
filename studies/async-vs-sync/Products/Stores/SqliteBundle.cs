using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

namespace Products.Stores;

/// <summary>
/// Bridges versions: the SQLite provider was built against a newer SQLitePCLRaw.core than the one that is shipped here
/// (2.0.6, whose native library every feed has), and the runtime refuses an older assembly. The calls the provider makes
/// are the same in both, so the shipped assembly is handed out. To be dropped when the newer one can be had everywhere.
/// </summary>
internal static class SqliteBundle
{
    [ModuleInitializer]
    [System.Diagnostics.CodeAnalysis.SuppressMessage("Usage", "CA2255", Justification = "must run before the provider is loaded")]
    internal static void Initialize()
    {
        AssemblyLoadContext.Default.Resolving += static (context, name) => Shipped(context, name);
        SQLitePCL.Batteries_V2.Init();
    }

    private static Assembly? Shipped(AssemblyLoadContext context, AssemblyName name) => name.Name == "SQLitePCLRaw.core"
        ? context.LoadFromAssemblyPath(Path.Combine(AppContext.BaseDirectory, "SQLitePCLRaw.core.dll"))
        : null;
}
