namespace Dyno.Bench;

/// <summary>The part of OpenSSL 3 that a server with one certificate needs.</summary>
internal static unsafe partial class OpenSsl
{
    private const string Library = "libssl.so.3";

    [LibraryImport(Library, EntryPoint = "TLS_server_method")]
    public static partial nint ServerMethod();

    [LibraryImport(Library, EntryPoint = "SSL_CTX_new")]
    public static partial nint NewContext(nint method);

    [LibraryImport(Library, EntryPoint = "SSL_CTX_use_certificate_file", StringMarshalling = StringMarshalling.Utf8)]
    public static partial int UseCertificateFile(nint context, string file, int type);

    [LibraryImport(Library, EntryPoint = "SSL_CTX_use_PrivateKey_file", StringMarshalling = StringMarshalling.Utf8)]
    public static partial int UseKeyFile(nint context, string file, int type);

    [LibraryImport(Library, EntryPoint = "SSL_new")]
    public static partial nint NewSession(nint context);

    [LibraryImport(Library, EntryPoint = "SSL_free")]
    public static partial void FreeSession(nint session);

    [LibraryImport(Library, EntryPoint = "SSL_set_fd")]
    public static partial int SetSocket(nint session, int socket);

    [LibraryImport(Library, EntryPoint = "SSL_set_accept_state")]
    public static partial void SetAcceptState(nint session);

    [LibraryImport(Library, EntryPoint = "SSL_set_read_ahead")]
    public static partial void SetReadAhead(nint session, int on);

    [LibraryImport(Library, EntryPoint = "SSL_read")]
    public static partial int Read(nint session, byte* buffer, int length);

    [LibraryImport(Library, EntryPoint = "SSL_write")]
    public static partial int Write(nint session, byte* buffer, int length);

    [LibraryImport(Library, EntryPoint = "SSL_get_error")]
    public static partial int GetError(nint session, int result);

    [LibraryImport("libcrypto.so.3", EntryPoint = "ERR_clear_error")]
    public static partial void ClearErrors();
}
