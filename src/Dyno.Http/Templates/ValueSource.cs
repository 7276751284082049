namespace Dyno.Http.Templates;

/// <summary>
/// Where the value of a slot comes from. What can be known before the run (file variables, environments) is put in by
/// the reader of a file and never reaches a driver; a driver sees feed columns, generated values and, when it is one that
/// runs requests in order, values of earlier answers.
/// </summary>
public abstract record ValueSource;

/// <summary>A column of the data feed: the same row for all requests of an iteration.</summary>
/// <param name="Column">Name of the column, as in <see cref="Requests.DataFeed.Columns"/>.</param>
public sealed record FeedColumn(string Column) : ValueSource;

/// <summary>
/// A part of an earlier exchange of the same virtual user in the same iteration: <c>{{login.response.body.$.token}}</c>.
/// A request with such a slot is sent by a code-driven user, after the one it names.
/// </summary>
/// <param name="Request">Name of the earlier request, as its file gives it.</param>
/// <param name="Side">Its answer, or what was sent.</param>
/// <param name="Part">Body or header.</param>
/// <param name="Path">
/// Name of the header; for a body <c>*</c> (whole), a JSONPath from <c>$</c>, or an XPath from <c>/</c>.
/// </param>
public sealed record AnswerValue(string Request, ExchangeSide Side, ExchangePart Part, string Path) : ValueSource;

/// <summary>Which half of an exchange.</summary>
public enum ExchangeSide
{
    /// <summary>What the server answered.</summary>
    Response,

    /// <summary>What was sent, slots filled.</summary>
    Request,
}

/// <summary>Which part of a message.</summary>
public enum ExchangePart
{
    /// <summary>The body, decoded.</summary>
    Body,

    /// <summary>One header's value.</summary>
    Header,
}
