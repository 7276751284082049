namespace Dyno.Scenarios.Tests;

public sealed class DataTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dyno-data-");

    private sealed record Item(int Id, string Name, bool Active);

    private static ScenarioInfo User(int number) => new("x", number, TimeSpan.Zero);

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void Hands_out_items_in_a_circle()
    {
        var feed = DataFeed.Circular([1, 2, 3]);

        Enumerable.Range(0, 7).Select(_ => feed.GetNextItem(User(0))).ShouldBe([1, 2, 3, 1, 2, 3, 1]);
    }

    [Fact]
    public void Gives_every_user_its_own_item()
    {
        var feed = DataFeed.Constant(["a", "b"]);

        new[] { 0, 1, 2, 1 }.Select(user => feed.GetNextItem(User(user))).ShouldBe(["a", "b", "a", "b"]);
    }

    [Fact]
    public void Draws_evenly_and_the_same_for_the_same_seed()
    {
        int[] Draws(int seed)
        {
            var feed = DataFeed.Random(Enumerable.Range(0, 4), seed);
            return [.. Enumerable.Range(0, 4000).Select(_ => feed.GetNextItem(User(0)))];
        }

        Draws(7).ShouldBe(Draws(7));
        Draws(7).ShouldNotBe(Draws(8));
        Draws(7).CountBy(i => i).ShouldAllBe(c => c.Value > 900 && c.Value < 1100);
    }

    [Fact]
    public void Refuses_an_empty_feed()
    {
        int[] none = [];

        Should.Throw<UserFault>(() => DataFeed.Random(none)).Message.ShouldBe("the data feed Random has no items");
        Should.Throw<UserFault>(() => DataFeed.Circular(none)).Message.ShouldBe("the data feed Circular has no items");
        Should.Throw<UserFault>(() => DataFeed.Constant(none)).Message.ShouldBe("the data feed Constant has no items");
    }

    [Fact]
    public void Reads_csv_with_quotes_line_breaks_and_crlf()
    {
        var path = FileWith("id,name,active\r\n1,\"Boots, \"\"high\"\"\",true\r\n\r\n2,\"two\nlines\",false\r\n");

        Data.LoadCsv<Item>(path).ShouldBe([new Item(1, "Boots, \"high\"", true), new Item(2, "two\nlines", false)]);
    }

    [Theory]
    [InlineData("", "the feed has no rows")]
    [InlineData("id,name,active\n", "the feed has no rows")]
    [InlineData("id,name,active\n1,a\n", ":2:4: the row has 2 values, and there are 3 columns")]
    [InlineData("id,name,active\n1,a,true\n2,\"b,false\n", ":3:3: this quote is never closed")]
    [InlineData("id,name,active\n1,a,true\n\nx,b,true\n", ":4: column 'id' does not fit Item")]
    [InlineData("id,id\n1,2\n", ":1:4: there are two columns \"id\"")]
    public void Says_which_line_of_a_csv_file_is_wrong(string text, string expected) =>
        Should.Throw<UserFault>(() => Data.LoadCsv<Item>(FileWith(text))).Message.ShouldContain(expected);

    [Fact]
    public void Names_every_line_of_a_csv_file_that_is_wrong()
    {
        var wrong = Should.Throw<UserFault>(() => Data.LoadCsv<Item>(FileWith("id;name;active\n1;a\n2;b;true\n3;c;true;4\n")));

        wrong.Message.Split('\n').Select(line => line[line.IndexOf(':')..line.IndexOf(": ", StringComparison.Ordinal)]).ShouldBe([":2:4", ":4:10"]);
    }

    [Fact]
    public void Reads_a_json_list()
    {
        var path = FileWith("""[{"id": 1, "name": "Boots", "active": true}, {"Id": 2, "Name": "ü", "Active": false}]""");

        Data.LoadJson<Item>(path).ShouldBe([new Item(1, "Boots", true), new Item(2, "ü", false)]);
    }

    [Theory]
    [InlineData("[]", "has no items")]
    [InlineData("[\n{\"id\": \"one\"}]", "(2,")]
    [InlineData("{", "this is not a list of Item")]
    public void Says_what_is_wrong_with_a_json_file(string text, string expected) =>
        Should.Throw<UserFault>(() => Data.LoadJson<Item>(FileWith(text))).Message.ShouldContain(expected);

    [Fact]
    public void Says_where_it_looked_for_a_missing_file()
    {
        var missing = Should.Throw<UserFault>(() => Data.LoadCsv<Item>("nowhere.csv"));

        missing.Message.ShouldStartWith("the data file: ");
        missing.Message.ShouldContain("nowhere.csv");
        missing.Hint.ShouldNotBeNull().ShouldContain(Environment.CurrentDirectory);
        Should.Throw<UserFault>(() => Data.LoadJson<Item>("nowhere.json")).Message.ShouldContain("nowhere.json");
    }

    private string FileWith(string text)
    {
        var path = Path.Combine(_folder.FullName, "data");
        File.WriteAllText(path, text);
        return path;
    }
}
