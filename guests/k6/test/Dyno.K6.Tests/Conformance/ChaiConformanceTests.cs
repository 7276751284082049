namespace Dyno.K6.Tests;

/// <summary>Chai as k6chaijs has it: assertions are checks.</summary>
public sealed class ChaiConformanceTests
{
    internal static readonly ExpressionGroup Group = new(
        """
        import http from 'k6/http';
        import chai, { describe, expect } from 'https://jslib.k6.io/k6chaijs/4.3.4.3/index.js';
        """,
        [
            new("jslib k6chaijs.describe", "describe('good', () => { expect(1, 'one').to.equal(1) })", "true"),
            new("jslib k6chaijs.describe", "describe('bad', () => { expect(1, 'one').to.equal(2) })", "false"),
            new("jslib k6chaijs.describe", "describe('throws', () => { throw new Error('unexpected') })", "false"),
            new("jslib k6chaijs.expect", "expect([1, 2, 3]).to.include(2) !== undefined", "true"),
            new("jslib k6chaijs.expect", "expect({ a: { b: 1 } }).to.have.nested.property('a.b', 1) !== undefined", "true"),
            new("jslib k6chaijs.expect", "expect(1, 'n').to.equal(2)", "throws expected n to equal 2"),
            new("jslib k6chaijs.expect", "describe('t', () => { expect(false, 'it').to.be.true() })", "false"),
            new("jslib k6chaijs.expect", "describe('t', () => { expect(true, 'it').to.be.true; expect(null).to.be.null() })", "true"),
            new("jslib k6chaijs.expect", "describe('t', () => { expect(5).to.be.above(4).and.below(6); expect('abc').to.match(/b/).and.have.lengthOf(3) })", "true"),
            new("jslib k6chaijs.validJsonBody", "describe('t', () => { expect(http.get(base + '/json')).to.have.validJsonBody() })", "true"),
            new("jslib k6chaijs.validJsonBody", "describe('t', () => { expect(http.get(base + '/bad-json')).to.have.validJsonBody() })", "false"),
            new("jslib k6chaijs.config", "chai.config.aggregateChecks", "true"),
        ]);

    public static TheoryData<int, string> Rows => Table.RowsOf(Group);

    [Theory, MemberData(nameof(Rows))]
    public Task Conforms(int index, string expression) => Table.ConformsAsync(Group, index, expression);
}
