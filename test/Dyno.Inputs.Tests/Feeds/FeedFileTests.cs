namespace Dyno.Inputs.Tests;

public sealed class FeedFileTests
{
    [Theory]
    [InlineData("id,name\n1,Ann\n2,Bo\n")]
    [InlineData("id,name\r\n1,Ann\r\n\r\n2,Bo")]
    [InlineData("\uFEFFid;name\n1;Ann\n2;Bo")]
    [InlineData("id\tname\r1\tAnn\r2\tBo\r")]
    [InlineData("\"id\",\"name\"\n\"1\",\"Ann\"\n2,\"Bo\"\n")]
    [InlineData("[{\"id\":1,\"name\":\"Ann\"},{\"name\":\"Bo\",\"id\":2}]")]
    [InlineData("{\"id\":1,\"name\":\"Ann\"}\n{\"id\":\"2\",\"name\":\"Bo\",\"more\":true}\n")]
    [InlineData("[ // two users\n {\"id\": 1, \"name\": \"Ann\"}, /* and */ {\"id\": 2, \"name\": \"Bo\",}, ]")]
    public void Columns_and_rows_are_read(string text)
    {
        var feed = Read(text);
        feed.Columns.ShouldBe(["id", "name"]);
        feed.Rows.Select(r => string.Join('|', r)).ShouldBe(["1|Ann", "2|Bo"]);
    }

    [Fact]
    public void Quoted_values_hold_separators_quotes_and_line_breaks()
    {
        var feed = Read("a,b\n\"x, y\",\"say \"\"hi\"\"\"\n\"two\nlines\",\n");
        feed.Rows[0].ShouldBe(["x, y", "say \"hi\""]);
        feed.Rows[1].ShouldBe(["two\nlines", ""]);
    }

    [Fact]
    public void Values_of_json_that_are_not_text_are_put_in_as_json()
    {
        var feed = Read("[{\"a\":null,\"b\":1.50,\"c\":true,\"d\":[1, 2],\"e\":\"\\u00e9\"}]");
        feed.Rows[0].ShouldBe(["", "1.50", "true", "[1, 2]", "é"]);
    }

    [Fact]
    public void Everything_wrong_is_said_at_once_with_line_and_column()
    {
        Refused("id,name,id\n1,Ann,3\n1\n\"a\" b,c,\"d\n\n").ShouldBe(
        [
            "feed.csv:1:9: there are two columns \"id\"  -> give each its own name",
            "feed.csv:3:2: the row has 1 value, and there are 3 columns (id, name, id)  -> write one value for each column, an empty one as \"\"",
            "feed.csv:4:4: there is text after the closing quote  -> put the whole value in double quotes, and write each quote in it twice: \"say \"\"hello\"\"\"",
            "feed.csv:4:9: this quote is never closed  -> write a double quote after the value",
        ]);
        Refused("[{\"a\":1},\n{\"b\":1}, 7,\n{\"a\":oops}]").ShouldBe(
        [
            "feed.json:2:1: the row has no \"a\"  -> write \"a\": null, or leave the name out of the first row",
            "feed.json:2:10: a row is not an object  -> write {\"name\": \"value\"} for each row",
            "feed.json:3:6: this is not valid JSON here  -> write [ {\"name\": \"value\"}, … ]",
        ]);
    }

    [Theory]
    [InlineData("")]
    [InlineData("id,name\n")]
    [InlineData("[]")]
    [InlineData("id\n\0\n")]
    [InlineData("{{id}},b\n1,2\n")]
    [InlineData(",b\n1,2\n")]
    public void Nothing_to_take_rows_from_is_refused(string text) => Refused(text).ShouldNotBeEmpty();

    [Fact]
    public void A_file_full_of_mistakes_is_told_in_a_screenful()
    {
        var text = new StringBuilder("a,b\n");
        for (var i = 0; i < 100_000; i++) text.Append("1\n");
        Refused(text.ToString()).Count.ShouldBe(21);
    }

    [Theory]
    [InlineData("a,b\n1,2,3,4\n", "2:5")]
    [InlineData("a,b\n\"é\",\"x\",y\n", "2:9")]
    [InlineData("a,b\n\"two\nlines\",\"x\",y\n", "3:12")]
    [InlineData("a,b,c\n1,2\n", "2:4")]
    [InlineData("a,b,c\r\n\r\n1,2\r\n", "3:4")]
    [InlineData("a,b,c\n1", "2:2")]
    public void A_row_with_the_wrong_number_of_values_is_pointed_at_where_they_begin_to_be_wrong(string text, string place) =>
        Refused(text).ShouldHaveSingleItem().ShouldStartWith($"feed.csv:{place}: the row has ");

    [Theory]
    [InlineData("", "1:1")]
    [InlineData("\n\n", "1:1")]
    [InlineData("id,name\n", "1:8")]
    [InlineData("id\nb\0\n", "2:2")]
    public void A_fault_of_the_whole_file_is_pointed_at_where_something_would_be_written(string text, string place) =>
        Refused(text).ShouldHaveSingleItem().ShouldStartWith($"feed.csv:{place}: ");

    [Theory]
    [InlineData("random", FeedOrder.Random)]
    [InlineData("per-user", FeedOrder.PerUser)]
    public void An_order_is_read(string text, FeedOrder order)
    {
        FeedFile.TryParseOrder(text, new(new ProblemList(), "--data-order"), out var read).ShouldBeTrue();
        read.ShouldBe(order);
    }

    [Fact]
    public void A_misspelt_order_names_the_right_one()
    {
        var problems = new ProblemList();
        FeedFile.TryParseOrder("uniqe", new(problems, "--data-order"), out _).ShouldBeFalse();
        Should.Throw<UserFault>(problems.ThrowIfAny).Message.ShouldBe("--data-order: the order \"uniqe\" is not known  -> write unique");
    }

    [Fact]
    public void Bytes_of_any_kind_are_read_or_refused()
    {
        string[] pieces = ["a", ",", ";", "\t", "\n", "\r\n", "\r", "\"", "\"\"", "[", "]", "{", "}", ":", "\"a\"", "1", "null", "\\u", "é", "\uD800", "\0", "//", " "];
        var random = new Random(20_261_121);
        for (var i = 0; i < 20_000; i++)
        {
            var text = string.Concat(Enumerable.Range(0, random.Next(1, 40)).Select(_ => pieces[random.Next(pieces.Length)]));
            var problems = new ProblemList();
            var feed = FeedFile.Read(random.Next(2) == 0 ? "f.csv" : "f.json", Encoding.UTF8.GetBytes(text), default, problems);
            if (feed is null) Places.ShouldBeTold(problems, null);
            else feed.Rows.ShouldAllBe(r => r.Length == feed.Columns.Length);
        }
    }

    private static DataFeed Read(string text)
    {
        var problems = new ProblemList();
        var feed = FeedFile.Read("feed", Encoding.UTF8.GetBytes(text), FeedOrder.Sequential, problems);
        problems.ThrowIfAny();
        return feed!;
    }

    private static List<string> Refused(string text)
    {
        var problems = new ProblemList();
        FeedFile.Read(text.StartsWith('[') ? "feed.json" : "feed.csv", Encoding.UTF8.GetBytes(text), FeedOrder.Sequential, problems).ShouldBeNull();
        return [.. Should.Throw<UserFault>(problems.ThrowIfAny).Problems.Select(p => p.ToString())];
    }
}
