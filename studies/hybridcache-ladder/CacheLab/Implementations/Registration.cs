using Microsoft.Extensions.DependencyInjection;

namespace CacheLab.Implementations;

/// <summary>One way to register a <c>HybridCache</c>, as in the set-up of an application.</summary>
/// <param name="Name">The name in the table.</param>
/// <param name="Add">Registers the cache in a container.</param>
internal sealed record Registration(string Name, Action<IServiceCollection, NodeSetup> Add);

/// <summary>The settings of a node.</summary>
/// <param name="Redis">The connection string for StackExchange.Redis.</param>
/// <param name="Expiration">The time that values live.</param>
/// <param name="LocalExpiration">The longest time that values live in the process.</param>
internal sealed record NodeSetup(string Redis, TimeSpan Expiration, TimeSpan LocalExpiration);
