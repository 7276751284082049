namespace Dyno.Experiments;

/// <summary>
/// The documented environment variables of .NET's runtime, its host and its libraries. .NET ignores an unknown variable silently, and a
/// variant that sets one would be compared as if the variable had an effect.
/// </summary>
internal static class RuntimeVariables
{
    private static readonly string[] Prefixes = ["DOTNET_", "COMPlus_"];

    // learn.microsoft.com/dotnet/core/runtime-config and …/tools/dotnet-environment-variables, without their prefix.
    private static readonly string[] Known =
    [
        "gcServer", "gcConcurrent", "GCHeapCount", "GCHeapAffinitizeMask", "GCHeapAffinitizeRanges", "GCCpuGroup", "GCHeapHardLimit", "GCHeapHardLimitPercent",
        "GCHeapHardLimitSOH", "GCHeapHardLimitLOH", "GCHeapHardLimitPOH", "GCHeapHardLimitSOHPercent", "GCHeapHardLimitLOHPercent", "GCHeapHardLimitPOHPercent",
        "GCNoAffinitize", "GCRetainVM", "GCLargePages", "GCAllowVeryLargeObjects", "gcAllowVeryLargeObjects", "GCLOHThreshold", "GCName", "GCPath", "GCConserveMemory",
        "GCDynamicAdaptationMode", "GCDTargetTCP", "GCHighMemPercent", "GCGen0size", "GCGen0MaxBudget", "GCgen0size", "GCgen0MaxBudget", "GCgen1size", "GCHeapAffinitize",
        "GCRegionSize", "GCRegionRange", "GCTotalPhysicalMemory", "GCConfigLogEnabled", "GCEnabledInstructionSets", "GCLatencyLevel", "GCLatencyMode", "GCSpinCountUnit",
        "GCStress", "GCTrimYoungestDesiredGen", "GCWriteBarrier", "Thread_UseAllCpuGroups", "Thread_AssignCpuGroups", "Thread_DefaultStackSize",
        "ThreadPool_ForceMinWorkerThreads", "ThreadPool_ForceMaxWorkerThreads", "ThreadPool_UnfairSemaphoreSpinLimit", "ThreadPool_UsePortableThreadPool",
        "ThreadPool_UseWindowsThreadPool", "ThreadPool_EnableWorkerTracking", "ThreadPool_DisableStarvationDetection", "HillClimbing_Disable", "PROCESSOR_COUNT",
        "SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS", "SYSTEM_NET_SOCKETS_THREAD_COUNT", "SYSTEM_NET_HTTP_USESOCKETSHTTPHANDLER", "SYSTEM_NET_HTTP_SOCKETSHTTPHANDLER_HTTP2SUPPORT",
        "SYSTEM_NET_HTTP_SOCKETSHTTPHANDLER_HTTP3SUPPORT", "SYSTEM_NET_HTTP_SOCKETSHTTPHANDLER_MAXCONNECTIONSPERSERVER", "SYSTEM_NET_HTTP_ENABLEACTIVITYPROPAGATION",
        "SYSTEM_NET_DISABLEIPV6", "SYSTEM_GLOBALIZATION_INVARIANT", "SYSTEM_GLOBALIZATION_PREDEFINED_CULTURES_ONLY", "SYSTEM_GLOBALIZATION_USENLS",
        "SYSTEM_GLOBALIZATION_APPLOCALICU", "SYSTEM_RUNTIME_CACHING_TRACING", "SYSTEM_BUFFERS_SHAREDARRAYPOOL_MAXARRAYSPERPARTITION",
        "SYSTEM_BUFFERS_SHAREDARRAYPOOL_MAXPARTITIONCOUNT", "TieredCompilation", "TieredPGO", "TieredPGO_InstrumentOnlyHotCode", "TC_QuickJit", "TC_QuickJitForLoops",
        "TC_OnStackReplacement_InitialCounter", "OSR_HitLimit", "TC_BackgroundWorkerTimeoutMs", "TC_CallCountThreshold", "TC_CallCountingDelayMs", "TC_BackEdgeThreshold",
        "TC_DelaySingleProcMultiplier", "TC_AggressiveTiering", "TC_PartialCompilation", "ReadyToRun", "ReadyToRun_DisableFutureAccess", "JitStdOutFile", "JitDisasm",
        "JitDisasmSummary", "JitDisasmWithCodeBytes", "JitInlineMethodsWithEH", "JitEnablePhysicalPromotion", "EnableHWIntrinsic", "EnableAVX", "EnableAVX2", "EnableAVX512",
        "EnableAVX512F", "EnableAVX10v1", "EnableSSE", "EnableSSE2", "EnableSSE3", "EnableSSE41", "EnableSSE42", "EnableBMI1", "EnableBMI2", "EnableFMA", "EnableArm64Sve",
        "MaxVectorTBitWidth", "PreferredVectorBitWidth", "EnableWriteXorExecute", "PGO", "PerfMapEnabled", "PerfMapIgnoreSignal", "PerfMapShowOptimizationTiers",
        "PerfEnabled", "DbgEnableMiniDump", "DbgMiniDumpName", "DbgMiniDumpType", "CreateDumpDiagnostics", "CreateDumpVerboseDiagnostics", "EnableCrashReport",
        "EnableDiagnostics", "EnableDiagnostics_IPC", "EnableDiagnostics_Debugger", "EnableDiagnostics_Profiler", "DiagnosticPorts", "DefaultDiagnosticPortSuspend",
        "EnableEventPipe", "EventPipeConfig", "EventPipeOutputPath", "EventPipeOutputStreaming", "EventPipeCircularMB", "EventPipeProcNumbers", "EventPipeRundown",
        "EnableEventLog", "LTTng", "LogEnable", "LegacyCorruptedStateExceptionsPolicy", "LegacyExceptionHandling", "RuntimeAsync", "ROOT", "ROOT_X64", "ROOT_X86", "ROOT_ARM64",
        "HOST_PATH", "NOLOGO", "CLI_TELEMETRY_OPTOUT", "SKIP_FIRST_TIME_EXPERIENCE", "MULTILEVEL_LOOKUP", "ROLL_FORWARD", "ROLL_FORWARD_TO_PRERELEASE",
        "ROLL_FORWARD_ON_NO_CANDIDATE_FX", "RUNNING_IN_CONTAINER", "RUNNING_IN_CONTAINERS", "USE_POLLING_FILE_WATCHER", "STARTUP_HOOKS", "ADDITIONAL_DEPS", "SHARED_STORE",
        "BUNDLE_EXTRACT_BASE_DIR", "HOST_TRACE", "HOST_TRACEFILE", "HOST_TRACE_VERBOSITY", "MODIFIABLE_ASSEMBLIES", "ENVIRONMENT", "URLS", "CONTENTROOT", "HTTP_PORTS",
        "HTTPS_PORTS", "APPLICATIONNAME", "SHUTDOWNTIMEOUTSECONDS", "HOSTBUILDER__RELOADCONFIGONCHANGE", "hostBuilder__reloadConfigOnChange", "VERSION", "GENERATE_ASPNET_CERTIFICATE",
    ];

    /// <summary>The variables that no part of .NET is known to read, in a sentence each.</summary>
    public static IEnumerable<string> Unknown(string variant, IEnumerable<string> names)
    {
        foreach (var name in names)
        {
            if (Prefixes.FirstOrDefault(p => name.StartsWith(p, StringComparison.OrdinalIgnoreCase)) is not { } prefix) continue;
            var own = name[prefix.Length..];
            if (Known.Contains(own, StringComparer.OrdinalIgnoreCase) || own.Contains("__", StringComparison.Ordinal)) continue;
            var meant = NearestWord.Find(own, Known) is { } near ? $" Did you mean {prefix}{near}?" : " Check its spelling.";
            yield return $"{variant} sets {name}, which is not a known .NET variable: .NET would silently ignore it.{meant}";
        }
    }
}
