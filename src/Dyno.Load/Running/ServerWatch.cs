namespace Dyno.Load;

/// <summary>Guards the server's probe, if there is one. A probe that throws is not called again, because it must not spoil the measurement.</summary>
internal sealed class ServerWatch(IServerProbe? probe)
{
    private IServerProbe? _probe = probe;

    public long? MethodsCompiled => Guard(p => p.MethodsCompiled);

    public ServerMoment? Latest => Guard(p => p.Latest);

    public void Begin() => Guard(p => { p.Begin(); return true; });

    public void Sample(TimeSpan sinceBegin) => Guard(p => { p.Sample(sinceBegin); return true; });

    public ValueTask<CpuReading?> ReadCpuAsync(CancellationToken cancellation) => GuardAsync(p => p.ReadCpuAsync(cancellation));

    public ValueTask<ServerObservation?> EndAsync(long requests) => GuardAsync(p => p.EndAsync(requests));

    private async ValueTask<T?> GuardAsync<T>(Func<IServerProbe, ValueTask<T?>> ask) where T : class
    {
        try
        {
            return _probe is null ? null : await ask(_probe);
        }
        catch (Exception)
        {
            _probe = null;
            return null;
        }
    }

    private T? Guard<T>(Func<IServerProbe, T> ask)
    {
        try
        {
            return _probe is null ? default : ask(_probe);
        }
        catch (Exception)
        {
            _probe = null;
            return default;
        }
    }
}
