using System.Net;
using System.Net.Sockets;

namespace Dyno.Fleet;

/// <summary>The address where a fleet meets: a NATS server, and the credentials for it.</summary>
/// <param name="Url"><c>nats://host:4222</c>, with a token or name and password before the <c>@</c>; <c>tls://</c> for TLS.</param>
/// <param name="CredentialsFile">Credentials of NATS (JWT and nkey); null for none.</param>
public sealed record FleetAddress(string Url, string? CredentialsFile = null)
{
    private const int AnyPort = 4222;
    private static readonly string[] Schemes = ["nats", "tls", "ws", "wss"];

    /// <summary>The address without credentials.</summary>
    public string Public => Uri.TryCreate(Url, UriKind.Absolute, out var uri) ? $"{uri.Scheme}://{uri.Host}:{(uri.Port < 0 ? 4222 : uri.Port)}" : Url;

    /// <summary>The address from which this machine reaches the fleet. Nothing is sent to the fleet.</summary>
    /// <exception cref="UserFault">The host name of the fleet is unknown, or there is no route to it.</exception>
    public IPAddress OwnAddress()
    {
        try
        {
            var host = Uri.TryCreate(Url, UriKind.Absolute, out var uri) ? uri.Host : Url;
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            socket.Connect(host, AnyPort); // a datagram socket only looks up the route
            return ((IPEndPoint)socket.LocalEndPoint!).Address;
        }
        catch (SocketException failure)
        {
            throw new UserFault($"{Public} cannot be reached: {failure.Message}", "name the address of this machine: --address 10.0.0.7", failure);
        }
    }

    internal NatsOpts Options(string name)
    {
        if (!Uri.TryCreate(Url, UriKind.Absolute, out var uri) || !Schemes.Contains(uri.Scheme) || uri.Host.Length == 0)
            throw new UserFault($"'{Public}' is not the address of a NATS server", "write nats://host:4222, with TLS tls://host:4222");
        if (CredentialsFile is not null && !File.Exists(CredentialsFile)) throw new UserFault($"{CredentialsFile} does not exist", "give the path of the .creds file from NATS");
        return NatsOpts.Default with
        {
            Url = Url,
            Name = name,
            AuthOpts = CredentialsFile is null ? NatsAuthOpts.Default : NatsAuthOpts.Default with { CredsFile = CredentialsFile },
            TlsOpts = uri.Scheme is "tls" ? NatsTlsOpts.Default with { Mode = TlsMode.Require } : NatsTlsOpts.Default,
            ConnectTimeout = TimeSpan.FromSeconds(5),
            ReconnectWaitMin = TimeSpan.FromMilliseconds(200),
            ReconnectWaitMax = TimeSpan.FromSeconds(1),
            MaxReconnectRetry = -1,
            PingInterval = TimeSpan.FromSeconds(2),
            MaxPingOut = 2,
        };
    }
}
