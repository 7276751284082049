using AngleSharp.Html.Parser;

namespace Dyno.K6;

/// <summary>Documents for k6/html. A script holds nodes by their numbers.</summary>
internal static class HtmlHost
{
    public static void AddTo(HostTable table, ScriptUser user)
    {
        var responses = user.Responses;
        table.Add("htmlParse", call => call.Return(responses.Nodes.NumberOf(new HtmlParser().ParseDocument(call.Text(0)))));
        table.Add("htmlSelect", call => call.Return(responses.Nodes.Write(HtmlQueries.Select(
            call.Text(0), responses.Nodes.Read(call.Text(1)), call.TextOrNull(2), call.TextOrNull(3) is { } others ? responses.Nodes.Read(others) : null))));
        table.Add("htmlUntil", call => call.Return(responses.Nodes.Write(HtmlQueries.Until(
            call.Text(0), responses.Nodes.Read(call.Text(1)), call.Text(2),
            call.TextOrNull(3) is { } others ? responses.Nodes.Read(others) : null, call.Text(4)))));
        table.Add("htmlMatches", call => call.Return(HtmlQueries.Select("filter", [responses.Nodes[(long)call.Number(0)]], call.Text(1), null).Any()));
        table.Add("htmlText", call => call.Return(NodeText.Read(call.Text(0), responses.Nodes[(long)call.Number(1)])));
        table.Add("htmlAttribute", call => call.Return((responses.Nodes[(long)call.Number(0)] as IElement)?.GetAttribute(call.Text(1))));
        table.Add("htmlFact", call => call.Return(NodeText.Fact(call.Text(0), responses.Nodes[(long)call.Number(1)])));
        table.Add("htmlRelatives", call => call.Return(responses.Nodes.Write(NodeText.Relatives(call.Text(0), responses.Nodes[(long)call.Number(1)]))));
        table.Add("htmlFields", call => call.Return(NodeText.Fields(responses.Nodes.Read(call.Text(0)))));
        table.Add("htmlContains", call => call.Return(responses.Nodes[(long)call.Number(0)].Contains(responses.Nodes[(long)call.Number(1)])));
        table.Add("htmlEqual", call => call.Return(responses.Nodes[(long)call.Number(0)].Equals(responses.Nodes[(long)call.Number(1)])));
    }
}
