namespace Dyno.Http.Tests;

public class Http2SessionFuzzTests
{
    private const int Inputs = 100_000;

    [Fact]
    public void Malformed_frames_never_break_the_session_and_no_split_changes_what_it_says()
    {
        var (inputs, sound, faults, ended) = (0, 0, new HashSet<Http2Fault>(), 0);
        FuzzRounds.Run(Inputs, 20261125, random => ("frames.bin", Create(random)), (_, bytes) =>
        {
            inputs++;
            var whole = Run(bytes);
            if (whole.Session.Fault == Http2Fault.None) sound++;
            faults.Add(whole.Session.Fault);
            ended += whole.Told.Count(t => t.StartsWith("end", StringComparison.Ordinal));
            whole.Session.Active.ShouldBeInRange(0, 3);
            if (inputs % 4 != 0) return;
            var random = new Random(bytes.Length);
            var split = Run(bytes, [.. Enumerable.Range(1, Math.Max(0, bytes.Length - 1)).Where(_ => random.Next(6) == 0)]);
            if (split.Session.Fault != whole.Session.Fault || !split.Told.SequenceEqual(whole.Told))
                Assert.Fail($"{Convert.ToHexString(bytes)} gave {whole.Session.Fault} {string.Join("; ", whole.Told)}, in pieces {split.Session.Fault} {string.Join("; ", split.Told)}");
        });
        // The mutations must reach all sides, or this proves little.
        sound.ShouldBeGreaterThan(inputs / 20);
        ended.ShouldBeGreaterThan(inputs / 20);
        faults.Count.ShouldBeGreaterThan(9);
    }

    private static SessionUnderTest Run(byte[] bytes, params int[] cuts)
    {
        var session = new SessionUnderTest(slots: 3, maxHeadBytes: 512);
        for (var slot = 0; slot < 3; slot++) session.Open(slot, slot == 1 ? "a body" : "");
        session.Receive(bytes, cuts);
        return session;
    }

    private static byte[] Create(Random random)
    {
        var frames = new Http2Frames();
        if (random.Next(20) > 0) frames.Settings((SettingId.InitialWindowSize, (uint)random.Next(100)));
        for (var n = random.Next(1, 8); n > 0; n--) Add(frames, random);
        var bytes = frames.ToArray();
        for (var flips = random.Next(4); flips > 0 && bytes.Length > 0; flips--) bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
        return random.Next(8) == 0 ? bytes[..random.Next(bytes.Length + 1)] : bytes;
    }

    private static void Add(Http2Frames frames, Random random)
    {
        var stream = random.Next(12) == 0 ? random.Next(10) : random.Next(3) * 2 + 1;
        switch (random.Next(9))
        {
            case 0 or 1 or 2: frames.Headers(stream, random.Next(2) == 0, ":status: 200", $"x{random.Next(3)}: {random.Next(100)}"); break;
            case 3 or 4: frames.Data(stream, random.Next(2) == 0, new string('d', random.Next(50))); break;
            case 5: frames.Number(FrameType.WindowUpdate, random.Next(2) * stream, (uint)random.Next(1, 1000)); break;
            case 6: frames.Number(FrameType.ResetStream, stream, (uint)random.Next(14)); break;
            case 7: frames.GoAway(random.Next(6), ErrorCode.NoError); break;
            default:
                var junk = new byte[random.Next(30)];
                random.NextBytes(junk);
                frames.Frame((FrameType)random.Next(11), (byte)random.Next(256), stream, junk);
                break;
        }
    }
}
