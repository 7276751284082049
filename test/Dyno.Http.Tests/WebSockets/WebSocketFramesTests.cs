namespace Dyno.Http.Tests;

public class WebSocketFramesTests
{
    [Fact] // RFC 6455, 5.7
    public void The_example_of_the_standard_is_written_byte_for_byte()
    {
        var frame = new byte[11];
        WebSocketFrames.Write(frame, WebSocketOpcode.Text, "Hello"u8, BitConverter.ToUInt32([0x37, 0xfa, 0x21, 0x3d])).ShouldBe(11);
        Convert.ToHexString(frame).ShouldBe("818537FA213D7F9F4D5158");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(31)]
    [InlineData(125)]
    [InlineData(126)]
    [InlineData(1000)]
    [InlineData(70_000)]
    public void What_is_masked_twice_is_what_it_was(int length)
    {
        var payload = new byte[length];
        new Random(length).NextBytes(payload);
        var frame = new byte[WebSocketFrames.LengthOf(length)];
        WebSocketFrames.Write(frame, WebSocketOpcode.Binary, payload, 0xDEADBEEF).ShouldBe(frame.Length);
        var again = new byte[length];
        WebSocketMask.Apply(frame.AsSpan(frame.Length - length), again, 0xDEADBEEF);
        again.ShouldBe(payload);
    }

    [Fact] // RFC 6455, 1.3
    public void The_key_of_the_standard_is_accepted_and_no_other()
    {
        var nonce = Convert.FromBase64String("dGhlIHNhbXBsZSBub25jZQ==");
        WebSocketKey.IsAccepted(nonce, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="u8).ShouldBeTrue();
        WebSocketKey.IsAccepted(nonce, "s3pPLMBiTxaQ9kYGzzhZRbK+xOp="u8).ShouldBeFalse();
    }

    [Theory]
    [InlineData("Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n", null)]
    [InlineData("Connection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n", "Upgrade: websocket")]
    [InlineData("Upgrade: websocket\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n", "Connection: Upgrade")]
    [InlineData("Upgrade: websocket\r\nConnection: Upgrade\r\n", "Sec-WebSocket-Accept")]
    [InlineData("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Protocol: mqtt\r\n", "mqtt")]
    [InlineData("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Extensions: x-own\r\n", "x-own")]
    public void The_answer_to_a_handshake_is_read_strictly(string lines, string? problem)
    {
        var head = System.Text.Encoding.ASCII.GetBytes($"HTTP/1.1 101 Switching Protocols\r\n{lines}\r\n");
        var agreed = WebSocketAgreement.Read(head, Convert.FromBase64String("dGhlIHNhbXBsZSBub25jZQ=="), [], compresses: false);
        if (problem is null) agreed.Problem.ShouldBeNull();
        else agreed.Problem.ShouldNotBeNull().ShouldContain(problem);
    }
}
