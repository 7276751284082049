namespace Dyno.Load;

/// <summary>
/// Guards the machine's probe, which must not spoil the measurement. When the probe throws, the record holds only what .NET knows about
/// the machine.
/// </summary>
internal sealed class MachineWatch(IMachineProbe probe)
{
    private bool _hasBegun;

    public void Begin()
    {
        try
        {
            probe.Begin();
            _hasBegun = true;
        }
        catch (Exception)
        {
            _hasBegun = false;
        }
    }

    public EnvironmentRecord End()
    {
        try
        {
            if (_hasBegun) return probe.End();
        }
        catch (Exception)
        {
            // The run continues as if there were no probe.
        }

        return new EnvironmentRecord
        {
            OperatingSystem = RuntimeInformation.OSDescription,
            Architecture = RuntimeInformation.ProcessArchitecture.ToString(),
            LogicalCpus = Environment.ProcessorCount,
        };
    }
}
