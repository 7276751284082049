using Grpc.Core;
using Grpc.Net.Client;

namespace Dyno.Bench;

/// <summary>
/// Calls in a loop over Grpc.Net.Client, as in a hand-written load: <c>Dyno.Bench load-grpc URL CALLERS SECONDS</c>. Prints the number of
/// calls that were answered.
/// </summary>
internal static class GrpcNetLoad
{
    public static int Run(string[] arguments)
    {
        var (callers, seconds) = (int.Parse(arguments[1], CultureInfo.InvariantCulture), double.Parse(arguments[2], CultureInfo.InvariantCulture));
        using var channel = GrpcChannel.ForAddress(arguments[0]);
        var raw = Marshallers.Create(bytes => bytes, bytes => bytes);
        var method = new Method<byte[], byte[]>(MethodType.Unary, "bench.Cache", "Get", raw, raw);
        var invoker = channel.CreateCallInvoker();
        byte[] request = [0x0A, 100, .. Enumerable.Repeat((byte)'k', 100)];
        var end = Environment.TickCount64 + (long)(seconds * 1000);
        var counts = Task.WhenAll(Enumerable.Range(0, callers).Select(_ => Task.Run(async () =>
        {
            long calls = 0;
            for (; Environment.TickCount64 < end; calls++) await invoker.AsyncUnaryCall(method, null, default, request).ResponseAsync;
            return calls;
        }))).GetAwaiter().GetResult();
        Console.WriteLine(counts.Sum());
        return 0;
    }
}
