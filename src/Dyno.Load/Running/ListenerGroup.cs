namespace Dyno.Load;

/// <summary>The listeners of a run. A listener that throws is removed, because a fault in a viewer must not spoil the measurement.</summary>
internal sealed class ListenerGroup(ImmutableArray<IRunListener> listeners)
{
    private ImmutableArray<IRunListener> _listeners = listeners;

    public void Send(RunSnapshot snapshot)
    {
        foreach (var listener in _listeners)
        {
            try
            {
                listener.OnSnapshot(snapshot);
            }
            catch (Exception)
            {
                _listeners = _listeners.Remove(listener);
            }
        }
    }
}
