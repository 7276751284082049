namespace Dyno.K6.Tests;

/// <summary>The well-known modules of jslib.k6.io, without the net.</summary>
public sealed class JslibConformanceTests
{
    internal static readonly ExpressionGroup Group = new(
        """
        import { check, randomIntBetween, randomItem, randomString, uuidv4, findBetween, normalDistributionStages, getCurrentStageIndex,
          tagWithCurrentStageIndex, tagWithCurrentStageProfile, parseDuration } from 'https://jslib.k6.io/k6-utils/1.4.0/index.js';
        import { textSummary, jUnit, humanizeValue } from 'https://jslib.k6.io/k6-summary/0.0.2/index.js';
        import papaparse from 'https://jslib.k6.io/papaparse/5.1.1/index.js';
        import { URL as Url, URLSearchParams as Params } from 'https://jslib.k6.io/url/1.0.0/index.js';
        import http from 'k6/http';
        import { expect } from 'https://jslib.k6.io/k6-testing/0.5.0/index.js';
        import { FormData } from 'https://jslib.k6.io/formdata/0.0.2/index.js';
        import { Httpx, Get, Post } from 'https://jslib.k6.io/httpx/0.1.0/index.js';
        """,
        [
            new("jslib k6-utils.randomIntBetween", "Array.from({ length: 200 }, () => randomIntBetween(3, 5)).every((n) => n >= 3 && n <= 5 && Number.isInteger(n))", "true"),
            new("jslib k6-utils.randomItem", "['a', 'b'].includes(randomItem(['a', 'b']))", "true"),
            new("jslib k6-utils.randomString", "/^[a-z]{8}$/.test(randomString(8))", "true"),
            new("jslib k6-utils.randomString", "/^[xy]{5}$/.test(randomString(5, 'xy'))", "true"),
            new("jslib k6-utils.uuidv4", "/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuidv4())", "true"),
            new("jslib k6-utils.uuidv4", "uuidv4(true).length", "36"),
            new("jslib k6-utils.findBetween", "findBetween('**a** **b**', '**', '**')", "\"a\""),
            new("jslib k6-utils.findBetween", "findBetween('<a><b>', '<', '>', true)", "[\"a\",\"b\"]"),
            new("jslib k6-utils.findBetween", "findBetween('nothing', '<', '>')", "null"),
            new("jslib k6-utils.normalDistributionStages", "normalDistributionStages(10, 22, 10).length", "11"),
            new("jslib k6-utils.normalDistributionStages", "Math.max(...normalDistributionStages(10, 20, 9).map((s) => s.target))", "10"),
            new("jslib k6-utils.normalDistributionStages", "normalDistributionStages(10, 22, 10)[10]", "{\"duration\":\"2s\",\"target\":0}"),
            new("jslib k6-utils.getCurrentStageIndex", "getCurrentStageIndex()", "throws stages"),
            new("jslib k6-utils.tagWithCurrentStageIndex", "tagWithCurrentStageIndex()", "throws stages"),
            new("jslib k6-utils.tagWithCurrentStageProfile", "tagWithCurrentStageProfile()", "throws stages"),
            new("jslib k6-utils.parseDuration", "parseDuration('1m30s')", "90000"),
            new("jslib k6-utils.check", "check(2, { now: (v) => v === 1 })", "false"),
            new("jslib k6-summary.textSummary", "textSummary(data, { indent: '', enableColors: false }).includes('✗ is fast')", "true"),
            new("jslib k6-summary.textSummary", "textSummary(data, { indent: '', enableColors: false }).includes('↳  50% — ✓ 1 / ✗ 1')", "true"),
            new("jslib k6-summary.textSummary", "textSummary(data, { indent: ' ', enableColors: false }).split('\\n').find((l) => l.includes('http_reqs')).trim()", "\"✓ http_reqs...........: 2 1/s\""),
            new("jslib k6-summary.textSummary", "textSummary(data, { enableColors: true }).includes('\\x1b[')", "true"),
            new("jslib k6-summary.textSummary", "textSummary(data, { indent: '', enableColors: false, summaryTimeUnit: 'us' }).includes('avg=1500.00µs')", "true"),
            new("jslib k6-summary.jUnit", "jUnit(data).includes('tests=\"2\" failures=\"1\"')", "true"),
            new("jslib k6-summary.jUnit", "jUnit(data, { name: 'n & m' }).includes('name=\"n &amp; m\"')", "true"),
            new("jslib k6-summary.humanizeValue", "humanizeValue(1500, { type: 'trend', contains: 'time' })", "\"1.5s\""),
            new("jslib k6-summary.humanizeValue", "humanizeValue(1500, { type: 'counter', contains: 'data' })", "\"1.5 kB\""),
            new("jslib k6-summary.humanizeValue", "humanizeValue(0.6666, { type: 'rate', contains: 'default' })", "\"66.66%\""),
            new("jslib papaparse.parse", "papaparse.parse('a,b\\n1,2\\n', { header: true, skipEmptyLines: true }).data", "[{\"a\":\"1\",\"b\":\"2\"}]"),
            new("jslib papaparse.parse", "papaparse.parse('x;\"y;z\"').data", "[[\"x\",\"y;z\"]]"),
            new("jslib papaparse.unparse", "papaparse.unparse([{ a: 1, b: 'x,y' }])", "\"a,b\\r\\n1,\\\"x,y\\\"\""),
            new("jslib url.URL", "new Url('https://h/p?a=1').searchParams.get('a')", "\"1\""),
            new("jslib url.URLSearchParams", "new Params([['a', 'b']]).toString()", "\"a=b\""),
            new("jslib httpx.Httpx.get", "session().get('/get').json('headers.X-Session')", "\"s\""),
            new("jslib httpx.Httpx.post", "session().post('/post', 'body').json('body')", "\"body\""),
            new("jslib httpx.Httpx.put", "session().put('/put', 'x').json('method')", "\"PUT\""),
            new("jslib httpx.Httpx.patch", "session().patch('/x', 'x').json('method')", "\"PATCH\""),
            new("jslib httpx.Httpx.delete", "session().delete('/x').json('method')", "\"DELETE\""),
            new("jslib httpx.Httpx.request", "session().request('POST', '/post', 'b').json('body')", "\"b\""),
            new("jslib httpx.Httpx.trace", "session().trace('/x').json('method')", "\"TRACE\""),
            new("jslib httpx.Httpx.batch", "{ const r = session().batch({ a: new Get('/get'), b: new Post('/post', 'p') }); return [r.a.json('method'), r.b.json('body')] }", "[\"GET\",\"p\"]"),
            new("jslib httpx.Httpx.batch", "session().batch([new Get('/get'), new Post('/post', 'p')]).map((r) => r.json('method'))", "[\"GET\",\"POST\"]"),
            new("jslib httpx.Httpx.setBaseUrl", "{ const s = new Httpx(); s.setBaseUrl(base); return s.get('/get').status }", "200"),
            new("jslib httpx.Httpx.addHeader", "{ const s = session(); s.addHeader('x-more', 'm'); return s.get('/get').json('headers.X-More') }", "\"m\""),
            new("jslib httpx.Httpx.addHeaders", "{ const s = session(); s.addHeaders({ a: '1', b: '2' }); return s.get('/get').json('headers.B') }", "\"2\""),
            new("jslib httpx.Httpx.clearHeader", "{ const s = session(); s.clearHeader('x-session'); return s.get('/get').json('headers.X-Session') }", "undefined"),
            new("jslib httpx.Httpx.addTag", "{ const s = session(); s.addTag('a', 'b'); s.addTags({ c: 'd' }); s.clearTag('a'); return s.get('/get').status }", "200"),
            new("jslib k6-testing.expect", "{ expect(1).toBe(1); expect(NaN).toBe(NaN); expect({ a: [1, { b: 2 }], c: undefined }).toEqual({ a: [1, { b: 2 }] }); expect([1]).not.toEqual([1, 2]); return true }", "true"),
            new("jslib k6-testing.expect", "{ expect(0.1 + 0.2).toBeCloseTo(0.3); expect(1.005).not.toBeCloseTo(1.01, 2); expect(2).toBeGreaterThan(1); expect(2).toBeLessThanOrEqual(2); return true }", "true"),
            new("jslib k6-testing.expect", "{ expect([1, { a: 1 }]).toContainEqual({ a: 1 }); expect([1, 2]).toContain(2); expect('abc').toContain('b'); expect(new Set([1])).toContain(1); return true }", "true"),
            new("jslib k6-testing.expect", "{ const o = { a: { b: [{ c: 1 }] } }; expect(o).toHaveProperty('a.b[0].c', 1); expect(o).toHaveProperty(['a', 'b']); expect(o).not.toHaveProperty('a.x'); expect('abc').toHaveLength(3); return true }", "true"),
            new("jslib k6-testing.expect", "{ expect(null).toBeNull(); expect(undefined).toBeUndefined(); expect(0).toBeFalsy(); expect('x').toBeTruthy(); expect(0).toBeDefined(); expect(NaN).toBeNaN(); expect([]).toBeInstanceOf(Array); return true }", "true"),
            new("jslib k6-testing.expect", "{ expect(new Date(5)).toEqual(new Date(5)); expect(new Map([[1, { a: 1 }]])).toEqual(new Map([[1, { a: 1 }]])); expect(new Set([[1]])).toEqual(new Set([[1]])); expect([]).not.toEqual({}); return true }", "true"),
            new("jslib k6-testing.expect", "expect('1').toBeGreaterThan(0)", "throws compares numbers"),
            new("jslib k6-testing.expect", "expect({}).toBeVisible()", "throws k6/browser is not part of Dyno yet"),
            new("jslib k6-testing.expect.configure", "expect.configure({ softMode: 'throw' }).soft(404, 'the page').toBe(200)", "throws the page: expect(404).toBe(200) does not hold"),
            new("jslib k6-testing.expect.configure", "expect.configure({ softMode: 'throw' }).soft({ a: 'b' }).not.toHaveProperty('a')", "throws expect({\"a\":\"b\"}).not.toHaveProperty(\"a\") does not hold"),
            new("jslib formdata.FormData.append", "{ const fd = new FormData(); fd.append('a', 1); fd.append('a', 'ä\"'); return shown(fd.body()).split(fd.boundary).length }", "4"),
            new("jslib formdata.FormData.append", "{ const fd = new FormData(); fd.append('f\"', http.file('x,y', 'a.csv', 'text/csv')); return shown(fd.body()).replaceAll(fd.boundary, 'B') }",
                "\"--B\\r\\nContent-Disposition: form-data; name=\\\"f%22\\\"; filename=\\\"a.csv\\\"\\r\\nContent-Type: text/csv\\r\\n\\r\\nx,y\\r\\n--B--\\r\\n\""),
            new("jslib formdata.FormData.append", "{ const fd = new FormData(); fd.append('b', { data: new Uint8Array([97, 98]).buffer, filename: 'x' }); return /filename=\"x\"\\r\\nContent-Type: application.octet-stream\\r\\n\\r\\nab\\r\\n/.test(shown(fd.body())) }", "true"),
            new("jslib formdata.FormData.body", "{ const fd = new FormData(); fd.append('a', 'one'); return upload(fd).body.includes('one') }", "true"),
        ],
        initialize: """
            const shown = (body) => String.fromCharCode(...new Uint8Array(body));
            const upload = (fd) => http.post(base + '/post', fd.body(), { headers: { 'Content-Type': 'multipart/form-data; boundary=' + fd.boundary } }).json();
            const session = () => new Httpx({ baseURL: base, headers: { 'x-session': 's' }, timeout: 20000 });
            const data = {
              root_group: { name: '', path: '', groups: [], checks: [{ name: 'is fast', passes: 1, fails: 1 }, { name: 'is 200', passes: 2, fails: 0 }] },
              options: {}, metrics: {
                http_reqs: { type: 'counter', contains: 'default', values: { count: 2, rate: 1 }, thresholds: { 'count>1': { ok: true } } },
                http_req_duration: { type: 'trend', contains: 'time', values: { avg: 1.5, min: 1, med: 1.5, max: 2 },
                  thresholds: { 'avg<1': { ok: false } } } } };
            """);

    public static TheoryData<int, string> Rows => Table.RowsOf(Group);

    [Theory, MemberData(nameof(Rows))]
    public Task Conforms(int index, string expression) => Table.ConformsAsync(Group, index, expression);
}
