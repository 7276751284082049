namespace Dyno.Import;

/// <summary>
/// The values that Postman and newman invent for each request, by name: <c>$randomFullName</c>. They look like newman's, but every address
/// of a host or of a person is in example.com, so that a load reaches no one.
/// </summary>
internal static class InventedNames
{
    private const string JavaScriptDate = "ddd MMM dd yyyy HH:mm:ss 'GMT+0000 (Coordinated Universal Time)'";

    private const string Table = """
        $randomAbbreviation <abbreviation>
        $randomAbstractImage https://example.com/640/480/abstract
        $randomAdjective <adjective>
        $randomAlphaNumeric <alphanumeric:1>
        $randomAnimalsImage https://example.com/640/480/animals
        $randomAvatarImage https://example.com/avatars/<lorem>_128.jpg
        $randomBankAccount <digits:8>
        $randomBankAccountBic <upper:6><upper:2><digits:3>
        $randomBankAccountIban <iban>
        $randomBankAccountName <account> Account
        $randomBitcoin 1<base58:30>
        $randomBoolean <boolean>
        $randomBs <bsBuzz> <bsAdjective> <bsNoun>
        $randomBsAdjective <bsAdjective>
        $randomBsBuzz <bsBuzz>
        $randomBsNoun <bsNoun>
        $randomBusinessImage https://example.com/640/480/business
        $randomCatchPhrase <catchAdjective> <catchDescriptor> <catchNoun>
        $randomCatchPhraseAdjective <catchAdjective>
        $randomCatchPhraseDescriptor <catchDescriptor>
        $randomCatchPhraseNoun <catchNoun>
        $randomCatsImage https://example.com/640/480/cats
        $randomCity <city>
        $randomCityImage https://example.com/640/480/city
        $randomColor <color>
        $randomCommonFileExt <commonExtension>
        $randomCommonFileName <fileWord>_<fileWord>.<commonExtension>
        $randomCommonFileType <commonType>
        $randomCompanyName <last> <companySuffix>
        $randomCompanySuffix <companySuffix>
        $randomCountry <country>
        $randomCountryCode <countryCode>
        $randomCreditCardMask <1000-9999>
        $randomCurrencyCode <currencyCode>
        $randomCurrencyName <currencyName>
        $randomCurrencySymbol <currencySymbol>
        $randomDatabaseCollation <collation>
        $randomDatabaseColumn <column>
        $randomDatabaseEngine <engine>
        $randomDatabaseType <columnType>
        $randomDepartment <department>
        $randomDirectoryPath <directory>
        $randomDomainName <lorem>.example.com
        $randomDomainSuffix <domainSuffix>
        $randomDomainWord <lorem>
        $randomEmail <first>.<last><0-999999>@example.com
        $randomExampleEmail <first>.<last><0-999999>@example.com
        $randomFashionImage https://example.com/640/480/fashion
        $randomFileExt <extension>
        $randomFileName <fileWord>_<fileWord>.<extension>
        $randomFilePath <directory>/<fileWord>_<fileWord>.<extension>
        $randomFileType <fileType>
        $randomFirstName <first>
        $randomFoodImage https://example.com/640/480/food
        $randomFullName <first> <last>
        $randomHexColor #<hex:6>
        $randomIP <1-254>.<0-255>.<0-255>.<1-254>
        $randomIPV6 <hex:4>:<hex:4>:<hex:4>:<hex:4>:<hex:4>:<hex:4>:<hex:4>:<hex:4>
        $randomImageDataUri data:image/svg+xml;charset=UTF-8,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%2F%3E
        $randomImageUrl https://example.com/640/480
        $randomIngverb <ingVerb>
        $randomJobArea <jobArea>
        $randomJobDescriptor <jobDescriptor>
        $randomJobTitle <jobDescriptor> <jobArea> <jobType>
        $randomJobType <jobType>
        $randomLastName <last>
        $randomLatitude <-89-89>.<digits:4>
        $randomLocale <locale>
        $randomLongitude <-179-179>.<digits:4>
        $randomLoremLines <Lorem> <lorem> <lorem> <lorem>.\n<Lorem> <lorem> <lorem> <lorem>.
        $randomLoremParagraph <Lorem> <lorem> <lorem> <lorem>. <Lorem> <lorem> <lorem>. <Lorem> <lorem> <lorem> <lorem> <lorem>.
        $randomLoremParagraphs <Lorem> <lorem> <lorem> <lorem>. <Lorem> <lorem> <lorem>.\n \r<Lorem> <lorem> <lorem> <lorem>. <Lorem> <lorem> <lorem>.
        $randomLoremSentence <Lorem> <lorem> <lorem> <lorem> <lorem>.
        $randomLoremSentences <Lorem> <lorem> <lorem> <lorem>. <Lorem> <lorem> <lorem>.
        $randomLoremSlug <lorem>-<lorem>-<lorem>
        $randomLoremText <Lorem> <lorem> <lorem> <lorem> <lorem> <lorem>.
        $randomLoremWord <lorem>
        $randomLoremWords <lorem> <lorem> <lorem>
        $randomMACAddress <hex:2>:<hex:2>:<hex:2>:<hex:2>:<hex:2>:<hex:2>
        $randomMimeType <mime>
        $randomMonth <month>
        $randomNamePrefix <prefix>
        $randomNameSuffix <suffix>
        $randomNatureImage https://example.com/640/480/nature
        $randomNightlifeImage https://example.com/640/480/nightlife
        $randomNoun <noun>
        $randomPassword <password:15>
        $randomPeopleImage https://example.com/640/480/people
        $randomPhoneNumber <200-999>-<200-999>-<digits:4>
        $randomPhoneNumberExt <1-99>-<200-999>-<200-999>-<digits:4>
        $randomPhrase We need to <verb> the <adjective> <abbreviation> <noun>!
        $randomPrice <0-999>.<digits:2>
        $randomProduct <product>
        $randomProductAdjective <productAdjective>
        $randomProductMaterial <material>
        $randomProductName <productAdjective> <material> <product>
        $randomProtocol <protocol>
        $randomSemver <0-9>.<0-9>.<0-9>
        $randomSportsImage https://example.com/640/480/sports
        $randomStreetAddress <100-9999> <last> <street>
        $randomStreetName <last> <street>
        $randomTransactionType <transaction>
        $randomTransportImage https://example.com/640/480/transport
        $randomUrl <protocol>://<lorem>.example.com
        $randomUserAgent <userAgent>
        $randomUserName <first>_<last><0-999999>
        $randomVerb <verb>
        $randomWeekday <weekday>
        $randomWord <noun>
        $randomWords <adjective> <noun> <lorem>
        """;

    private static readonly FrozenDictionary<string, string> Patterns = Table.Split('\n', StringSplitOptions.TrimEntries)
        .Select(line => line.Split(' ', 2)).ToFrozenDictionary(p => p[0], p => WithBreaks(p[1]));

    /// <summary>Every name, with its <c>$</c>.</summary>
    public static IEnumerable<string> All => Patterns.Keys.Concat(["$randomUUID", "$randomDatePast", "$randomDateFuture", "$randomDateRecent"]);

    /// <summary>The value of a name; null when there is none.</summary>
    public static GeneratedValue? Find(string name) => name switch
    {
        "$randomUUID" => new GuidValue(),
        "$randomDatePast" => new RandomDateValue(TimeSpan.FromDays(-365), TimeSpan.Zero, JavaScriptDate),
        "$randomDateFuture" => new RandomDateValue(TimeSpan.Zero, TimeSpan.FromDays(365), JavaScriptDate),
        "$randomDateRecent" => new RandomDateValue(TimeSpan.FromDays(-1), TimeSpan.Zero, JavaScriptDate),
        _ => Patterns.TryGetValue(name, out var pattern) ? InventedPattern.Read(pattern) : null,
    };

    private static string WithBreaks(string pattern) =>
        pattern.Replace(@"\n", "\n", StringComparison.Ordinal).Replace(@"\r", "\r", StringComparison.Ordinal);
}
