using Dyno.Http.Requests;
using Dyno.Http.Tests.Engine;
using Dyno.Http.Tests.Events;
using Dyno.Http.Tests.Grpc;
using Dyno.Http.Tests.Nghttp2;
using Dyno.Http.Tests.Tls;
using Dyno.Http.Tests.WebSockets;
using Dyno.Http.Tests.Wire;
using Dyno.Testing.Servers;

namespace Dyno.Http.Tests.Portable;

public class PortableAnswerTests : AnswerTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableConnectionTests : ConnectionTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableFaultTests : FaultTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableDriverFuzzTests : DriverFuzzTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableSendingTests : SendingTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableTlsTests : TlsTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableIterationTests : IterationTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableHttp2Tests : Http2DriverTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableNghttpdTests : NghttpdTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableGrpcTests : GrpcDriverTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableWebSocketTests : WebSocketDriverTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableWebSocketFaultTests : WebSocketFaultTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableEventTests : EventDriverTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableClosedTests : ClosedInEachStateTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableLyingSocketsTests : LyingSocketsTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableManyTests
{
    [Theory]
    [InlineData(8)]
    [InlineData(300)]
    public void Every_answer_is_read_once_however_many_connections_wait_for_theirs(int users)
    {
        using var server = new QuietServer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"u8);
        var seen = (DriverRun.To(server.Url, "a", "b") with { Driver = DriverChoice.Portable }).Iterate(users, 20_000);
        seen.Good.ShouldBe(40_000);
        seen.Failed.ShouldBe(0);
        seen.Recorder.Iterations.ShouldBe(20_000);
        seen.Recorder.ConnectionsOpened.ShouldBe(users);
    }
}
