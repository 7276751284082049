namespace Dyno.Scenarios;

/// <summary>Items for feeds from files.</summary>
public static class Data
{
    /// <summary>Reads a CSV file with a header line (RFC 4180; comma, semicolon or tab between the columns): each row becomes an item.</summary>
    /// <typeparam name="T">
    /// A type with settable properties, or a record with one constructor. Properties or parameters are named as the columns; case
    /// does not matter.
    /// </typeparam>
    /// <param name="path">Path of the file; a relative path counts from the current directory.</param>
    /// <exception cref="UserFault">The file is missing, empty or malformed; the message says where, and what is wrong.</exception>
    public static List<T> LoadCsv<T>(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        return CsvItems.Read<T>(path);
    }

    /// <summary>Reads a JSON file: a list of items.</summary>
    /// <typeparam name="T">An item, as <see cref="JsonSerializerOptions.Web"/> reads it.</typeparam>
    /// <param name="path">Path of the file; a relative path counts from the current directory.</param>
    /// <exception cref="UserFault">The file is missing, empty or malformed; the message says where, and what is wrong.</exception>
    public static List<T> LoadJson<T>(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        try
        {
            return JsonSerializer.Deserialize<List<T>>(Read(path), JsonSerializerOptions.Web) is { Count: > 0 } items
                ? items
                : throw new UserFault($"{path} has no items", "write a list with at least one item");
        }
        catch (JsonException wrong)
        {
            throw new UserFault($"{path}({wrong.LineNumber + 1},{wrong.BytePositionInLine + 1}): this is not a list of {typeof(T).Name}: {wrong.Message}", null, wrong);
        }
    }

    /// <summary>Makes a body of random bytes.</summary>
    /// <param name="sizeInBytes">Size of the body in bytes, 0 or more.</param>
    /// <param name="seed">The same seed gives the same bytes.</param>
    public static byte[] GenerateRandomBytes(int sizeInBytes, int seed = 1)
    {
        var bytes = new byte[sizeInBytes];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }

    private static string Read(string path)
    {
        try
        {
            return File.ReadAllText(path);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UserFault($"the data file {path} cannot be read: {failure.Message}",
                $"the path is relative to the current directory, {Environment.CurrentDirectory}", failure);
        }
    }
}
