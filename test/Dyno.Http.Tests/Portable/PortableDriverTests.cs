using Dyno.Http.Requests;
using Dyno.Http.Tests.Engine;
using Dyno.Http.Tests.Tls;
using Dyno.Http.Tests.Wire;

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
