namespace Dyno.K6.Tests;

/// <summary>What of the well-known modules of jslib.k6.io gives promises.</summary>
public sealed class JslibAsyncConformanceTests
{
    internal static readonly ExpressionGroup Group = new(
        """
        import { Httpx } from 'https://jslib.k6.io/httpx/0.1.0/index.js';
        import { check } from 'https://jslib.k6.io/k6-utils/1.4.0/index.js';
        import { TOTP } from 'https://jslib.k6.io/totp/1.0.0/index.js';
        """,
        [
            new("jslib k6-utils.check", "await check(1, { later: async (v) => v === 1 })", "true"),
            new("jslib httpx.Httpx.asyncRequest", "(await new Httpx({ baseURL: base }).asyncRequest('GET', '/get')).json('method')", "\"GET\""),
            new("jslib httpx.Httpx.asyncGet", "{ const s = new Httpx({ baseURL: base }); return [(await s.asyncGet('/get')).status, (await s.asyncPost('/post', 'b')).json('body')] }", "[200,\"b\"]"),
            new("jslib totp.TOTP.gen", "await new TOTP('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 8).gen(30, 59 - Date.now() / 1000)", "\"94287082\""), // RFC 6238, appendix B
            new("jslib totp.TOTP.gen", "await new TOTP('gezd gnbv gy3t qojq gezd gnbv gy3t qojq', 8).gen(30, 20000000000 - Date.now() / 1000)", "\"65353130\""),
            new("jslib totp.TOTP.gen", "new TOTP('1!')", "throws Base32"),
            new("jslib totp.TOTP.verify", "{ const t = new TOTP('GEZDGNBVGY3TQOJQ'); return [await t.verify(await t.gen(3000), 3000), await t.verify('x')] }", "[true,false]"),
        ]);

    public static TheoryData<int, string> Rows => Table.RowsOf(Group);

    [Theory, MemberData(nameof(Rows))]
    public Task Conforms(int index, string expression) => Table.ConformsAsync(Group, index, expression);
}
