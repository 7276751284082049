using Dyno.Http.Requests;

namespace Dyno.Inputs.Requests;

/// <summary>A request that a reader found.</summary>
/// <param name="Plan">What is sent.</param>
/// <param name="KeepsPlace">It comes first, unshuffled, when the others are taken in a random order.</param>
internal sealed record PlannedRequest(HttpRequestPlan Plan, bool KeepsPlace = false);
