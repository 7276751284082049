namespace Dyno.Http.Tests;

public class ErrnoTests
{
    [Theory]
    [InlineData(Errno.ConnectionRefused, RequestErrorKind.Refused)]
    [InlineData(Errno.ConnectionReset, RequestErrorKind.Reset)]
    [InlineData(Errno.Pipe, RequestErrorKind.Reset)]
    [InlineData(Errno.TimedOut, RequestErrorKind.Unreachable)]
    [InlineData(Errno.NetworkUnreachable, RequestErrorKind.Unreachable)]
    [InlineData(Errno.HostUnreachable, RequestErrorKind.Unreachable)]
    [InlineData(Errno.FilesOfProcess, RequestErrorKind.Exhausted)]
    [InlineData(Errno.AddressNotAvailable, RequestErrorKind.Exhausted)]
    [InlineData(Errno.NoBuffers, RequestErrorKind.Exhausted)]
    [InlineData(13, RequestErrorKind.System)]
    public void An_error_of_the_system_has_the_kind_a_person_looks_for(int errno, RequestErrorKind kind)
    {
        Errno.KindOf(errno).ShouldBe(kind);
        Errno.Describe(errno).ShouldEndWith($"(errno {errno})");
    }
}
