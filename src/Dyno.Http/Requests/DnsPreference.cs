namespace Dyno.Http.Requests;

/// <summary>Which addresses of a name are used.</summary>
public enum DnsPreference
{
    /// <summary>IPv4 first.</summary>
    PreferIPv4,

    /// <summary>IPv6 first.</summary>
    PreferIPv6,

    /// <summary>IPv4 alone.</summary>
    OnlyIPv4,

    /// <summary>IPv6 alone.</summary>
    OnlyIPv6,

    /// <summary>Addresses in the order of the name service.</summary>
    Any,
}

/// <summary>Which of several addresses a new connection goes to first.</summary>
public enum DnsSelection
{
    /// <summary>The one that worked last, at the beginning the first.</summary>
    First,

    /// <summary>Any of those of the preferred family.</summary>
    Random,

    /// <summary>Each of those of the preferred family in turn.</summary>
    RoundRobin,
}
