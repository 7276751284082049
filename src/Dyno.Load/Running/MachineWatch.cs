using System.Runtime.InteropServices;
using Dyno.Results.Runs;

namespace Dyno.Load.Running;

/// <summary>The machine's probe. One that throws leaves what .NET knows itself: it must not cost the measurement.</summary>
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
            // The run goes on as if there were no probe.
        }

        return new EnvironmentRecord
        {
            OperatingSystem = RuntimeInformation.OSDescription,
            Architecture = RuntimeInformation.ProcessArchitecture.ToString(),
            LogicalCpus = Environment.ProcessorCount,
        };
    }
}
