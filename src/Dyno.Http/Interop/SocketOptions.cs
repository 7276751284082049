namespace Dyno.Http;

/// <summary>Levels and option names of setsockopt on Linux.</summary>
internal static class SocketOptions
{
    public const int Socket = 1;   // SOL_SOCKET
    public const int Error = 4;    // SO_ERROR
    public const int ReceiveTimeout = 20; // SO_RCVTIMEO
    public const int SendTimeout = 21;    // SO_SNDTIMEO, for connect too
    public const int Tcp = 6;      // IPPROTO_TCP
    public const int NoDelay = 1;  // TCP_NODELAY
    public const int Info = 11;    // TCP_INFO
    public const int Ip = 0;       // IPPROTO_IP
    public const nuint OutQueue = 0x5411; // SIOCOUTQ, a request of ioctl
    public const int BindAddressNoPort = 24; // IP_BIND_ADDRESS_NO_PORT
}
