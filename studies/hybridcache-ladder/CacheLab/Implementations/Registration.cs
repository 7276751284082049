using Microsoft.Extensions.DependencyInjection;

namespace CacheLab.Implementations;

/// <summary>One way to register a <c>HybridCache</c>: what an application writes in its set-up.</summary>
/// <param name="Name">As the table calls it.</param>
/// <param name="Add">Adds it to a container.</param>
internal sealed record Registration(string Name, Action<IServiceCollection, NodeSetup> Add);

/// <summary>What a node is set up with.</summary>
/// <param name="Redis">As StackExchange.Redis takes it.</param>
/// <param name="Expiration">How long values live.</param>
/// <param name="LocalExpiration">How long at most in the process.</param>
internal sealed record NodeSetup(string Redis, TimeSpan Expiration, TimeSpan LocalExpiration);
