namespace Dyno.Http;

/// <summary>Which addresses of a name are used.</summary>
public enum DnsPreference
{
    /// <summary>IPv4 first.</summary>
    PreferIPv4,

    /// <summary>IPv6 first.</summary>
    PreferIPv6,

    /// <summary>IPv4 only.</summary>
    OnlyIPv4,

    /// <summary>IPv6 only.</summary>
    OnlyIPv6,

    /// <summary>Addresses in the order of the name service.</summary>
    Any,
}

/// <summary>Which of several addresses a new connection tries first.</summary>
public enum DnsSelection
{
    /// <summary>The address that worked last; initially the first address.</summary>
    First,

    /// <summary>A random address of the preferred family.</summary>
    Random,

    /// <summary>Each address of the preferred family in turn.</summary>
    RoundRobin,
}
