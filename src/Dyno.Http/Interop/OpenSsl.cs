namespace Dyno.Http;

/// <summary>
/// The functions of OpenSSL 3 that the Linux driver uses. Invariants for every caller: an SSL is used by one thread; the
/// thread's error queue is empty before a call whose result goes to <see cref="SSL_get_error"/>, and emptied after a failure.
/// </summary>
internal static unsafe partial class OpenSsl
{
    public const int WantRead = 2;
    public const int WantWrite = 3;
    public const int ErrorSystem = 5;
    public const int CleanEnd = 6;           // SSL_ERROR_ZERO_RETURN: close_notify was received
    public const int UnexpectedEnd = 294;    // SSL_R_UNEXPECTED_EOF_WHILE_READING

    public const int ExtraChainCertificate = 14; // SSL_CTRL_EXTRA_CHAIN_CERT: the certificate belongs to the context from then on
    public const int SetMode = 33;
    public const int SetReadAhead = 41;
    public const int SetHostName = 55;
    public const int SetMinVersion = 123;
    public const int SetMaxVersion = 124;
    public const int PartialWrite = 1;       // SSL_MODE_ENABLE_PARTIAL_WRITE
    public const int MovingWriteBuffer = 2;  // SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
    public const int ReleaseBuffers = 16;    // SSL_MODE_RELEASE_BUFFERS
    public const int VerifyPeer = 1;
    public const int PemFile = 1;
    public const uint NoPartialWildcards = 4;

    private const string Ssl = "libssl.so.3";
    private const string Crypto = "libcrypto.so.3";

    /// <summary>Whether the library is installed.</summary>
    public static bool IsAvailable { get; } = OperatingSystem.IsLinux()
        && NativeLibrary.TryLoad(Ssl, out _) && NativeLibrary.TryLoad(Crypto, out _);

    [LibraryImport(Ssl)]
    public static partial nint TLS_client_method();

    [LibraryImport(Ssl)]
    public static partial nint SSL_CTX_new(nint method);

    [LibraryImport(Ssl)]
    public static partial void SSL_CTX_free(nint context);

    [LibraryImport(Ssl)]
    public static partial nint SSL_CTX_ctrl(nint context, int command, nint value, void* pointer);

    [LibraryImport(Ssl)]
    public static partial void SSL_CTX_set_verify(nint context, int mode, void* callback);

    [LibraryImport(Ssl)]
    public static partial int SSL_CTX_set_default_verify_paths(nint context);

    [LibraryImport(Ssl, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int SSL_CTX_load_verify_locations(nint context, string file, void* folder);

    [LibraryImport(Ssl, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int SSL_CTX_use_certificate_chain_file(nint context, string file);

    [LibraryImport(Ssl, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int SSL_CTX_use_PrivateKey_file(nint context, string file, int type);

    [LibraryImport(Ssl)]
    public static partial int SSL_CTX_check_private_key(nint context);

    [LibraryImport(Ssl)]
    public static partial void SSL_CTX_set_default_passwd_cb(nint context, delegate* unmanaged<byte*, int, int, void*, int> callback);

    [LibraryImport(Ssl)]
    public static partial int SSL_CTX_set_alpn_protos(nint context, byte* protocols, uint length);

    [LibraryImport(Ssl)]
    public static partial nint SSL_new(nint context);

    [LibraryImport(Ssl)]
    public static partial void SSL_free(nint ssl);

    [LibraryImport(Ssl)]
    public static partial int SSL_set_fd(nint ssl, int fd);

    [LibraryImport(Ssl)]
    public static partial void SSL_set_connect_state(nint ssl);

    [LibraryImport(Ssl, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int SSL_set1_host(nint ssl, string name);

    [LibraryImport(Ssl)]
    public static partial void SSL_set_hostflags(nint ssl, uint flags);

    [LibraryImport(Ssl, StringMarshalling = StringMarshalling.Utf8)]
    public static partial nint SSL_ctrl(nint ssl, int command, nint value, string pointer);

    [LibraryImport(Ssl)]
    public static partial nint SSL_get0_param(nint ssl);

    [LibraryImport(Ssl)]
    public static partial int SSL_do_handshake(nint ssl);

    [LibraryImport(Ssl)]
    public static partial int SSL_read(nint ssl, byte* destination, int length);

    [LibraryImport(Ssl)]
    public static partial int SSL_write(nint ssl, byte* bytes, int length);

    [LibraryImport(Ssl)]
    public static partial int SSL_has_pending(nint ssl);

    [LibraryImport(Ssl)]
    public static partial void SSL_get0_alpn_selected(nint ssl, byte** protocol, uint* length);

    [LibraryImport(Ssl)]
    public static partial int SSL_shutdown(nint ssl);

    [LibraryImport(Ssl)]
    public static partial int SSL_get_error(nint ssl, int result);

    [LibraryImport(Ssl)]
    public static partial nint SSL_get_verify_result(nint ssl);

    [LibraryImport(Ssl)]
    public static partial nint SSL_get_version(nint ssl);

    [LibraryImport(Ssl)]
    public static partial nint SSL_get_current_cipher(nint ssl);

    [LibraryImport(Ssl)]
    public static partial nint SSL_CIPHER_get_name(nint cipher);

    [LibraryImport(Ssl)]
    public static partial nint SSL_get1_session(nint ssl);

    [LibraryImport(Ssl)]
    public static partial int SSL_set_session(nint ssl, nint session);

    [LibraryImport(Ssl)]
    public static partial int SSL_session_reused(nint ssl);

    [LibraryImport(Ssl)]
    public static partial int SSL_SESSION_is_resumable(nint session);

    [LibraryImport(Ssl)]
    public static partial void SSL_SESSION_free(nint session);

    [LibraryImport(Crypto, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int X509_VERIFY_PARAM_set1_ip_asc(nint parameters, string address);

    [LibraryImport(Crypto)]
    public static partial nint X509_verify_cert_error_string(nint result);

    [LibraryImport(Crypto)]
    public static partial nuint ERR_get_error();

    [LibraryImport(Crypto)]
    public static partial nuint ERR_peek_error();

    [LibraryImport(Crypto)]
    public static partial void ERR_clear_error();

    [LibraryImport(Crypto)]
    public static partial nint ERR_reason_error_string(nuint error);

    /// <summary>Gives a context a certificate with its key. Invariant: all that is allocated here is freed or belongs to the context.</summary>
    /// <param name="certificate">In DER.</param>
    /// <param name="key">In PKCS#8.</param>
    /// <param name="issuers">Certificates that are sent along, in DER.</param>
    public static bool Use(nint context, byte[] certificate, byte[] key, byte[][] issuers)
    {
        var own = Certificate(certificate);
        var secret = (nint)0;
        fixed (byte* bytes = key)
        {
            var next = bytes;
            secret = d2i_AutoPrivateKey(0, &next, key.Length);
        }
        var isTaken = own != 0 && secret != 0 && SSL_CTX_use_certificate(context, own) == 1 && SSL_CTX_use_PrivateKey(context, secret) == 1
            && SSL_CTX_check_private_key(context) == 1;
        if (own != 0) X509_free(own);
        if (secret != 0) EVP_PKEY_free(secret);
        foreach (var issuer in issuers)
            if (isTaken && Certificate(issuer) is not 0 and var more && SSL_CTX_ctrl(context, ExtraChainCertificate, 0, (void*)more) != 1) X509_free(more);
        return isTaken;
    }

    private static nint Certificate(byte[] der)
    {
        fixed (byte* bytes = der)
        {
            var next = bytes;
            return d2i_X509(0, &next, der.Length);
        }
    }

    [LibraryImport(Ssl)]
    private static partial int SSL_CTX_use_certificate(nint context, nint certificate);

    [LibraryImport(Ssl)]
    private static partial int SSL_CTX_use_PrivateKey(nint context, nint key);

    [LibraryImport(Crypto)]
    private static partial nint d2i_X509(nint reused, byte** bytes, nint length);

    [LibraryImport(Crypto)]
    private static partial nint d2i_AutoPrivateKey(nint reused, byte** bytes, nint length);

    [LibraryImport(Crypto)]
    private static partial void X509_free(nint certificate);

    [LibraryImport(Crypto)]
    private static partial void EVP_PKEY_free(nint key);

    /// <summary>The reason of the oldest error on this thread, in OpenSSL's words; empties the queue.</summary>
    public static string TakeReason()
    {
        var error = ERR_get_error();
        ERR_clear_error();
        if (error == 0) return "no reason given";
        return Text(ERR_reason_error_string(error)) is { Length: > 0 } reason ? reason : $"error {error:x}";
    }

    /// <summary>The reason code of the oldest error; 0 when there is no error.</summary>
    public static int PeekReason() => (int)(ERR_peek_error() & 0x7FFFFF);

    public static string Text(nint utf8) => Marshal.PtrToStringUTF8(utf8) ?? "";
}
