namespace Dyno.Http;

/// <summary>
/// Where the value of a slot comes from. The reader of a file puts in the values that are known before the run (file variables,
/// environments); they never reach a driver. A driver sees feed columns and generated values, and also values of earlier answers if the
/// driver runs requests in order.
/// </summary>
public abstract record ValueSource;

/// <summary>A column of the data feed: the same row for all requests of an iteration.</summary>
/// <param name="Column">Name of the column, as in <see cref="DataFeed.Columns"/>.</param>
public sealed record FeedColumn(string Column) : ValueSource;

/// <summary>
/// A part of an earlier exchange of the same virtual user in the same iteration: <c>{{login.response.body.$.token}}</c>. A request with
/// such a slot is sent by a code-driven user, after the request that the slot names.
/// </summary>
/// <param name="Request">Name of the earlier request, as its file gives it.</param>
/// <param name="Side">The answer to the earlier request, or the request itself.</param>
/// <param name="Part">Body or header.</param>
/// <param name="Path">
/// Name of the header; for a body <c>*</c> (whole), a JSONPath from <c>$</c>, an XPath from <c>/</c>, or a regular expression after
/// <c>~</c>, whose first group is the value (without a group the whole match).
/// </param>
public sealed record AnswerValue(string Request, ExchangeSide Side, ExchangePart Part, string Path) : ValueSource;

/// <summary>The value of another source, percent-encoded as in a form. Only a login has such slots.</summary>
/// <param name="Source">Where the value comes from.</param>
public sealed record FormValue(ValueSource Source) : ValueSource;

/// <summary>A side of an exchange.</summary>
public enum ExchangeSide
{
    /// <summary>What the server answered.</summary>
    Response,

    /// <summary>The request as sent, with its slots filled.</summary>
    Request,
}

/// <summary>A part of a message.</summary>
public enum ExchangePart
{
    /// <summary>The body, decoded.</summary>
    Body,

    /// <summary>One header's value.</summary>
    Header,
}
