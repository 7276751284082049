namespace Dyno.Http;

/// <summary>For whom a request that is sent once is sent, such as a login.</summary>
public enum OnceFor
{
    /// <summary>Once by each virtual user, in its first iteration.</summary>
    EachUser,

    /// <summary>Once in the run, by the first virtual user that needs it; the others wait for its answer.</summary>
    AllUsers,
}
