namespace Dyno.Import.Tests;

public sealed class InventedNamesTests
{
    // All names of postman-collection 4.4.0, which newman 6.2.2 uses.
    private const string OfNewman = """
        $guid $timestamp $isoTimestamp $randomInt $randomPhoneNumber $randomPhoneNumberExt $randomLocale $randomWords $randomFilePath
        $randomDirectoryPath $randomCity $randomStreetName $randomStreetAddress $randomCountry $randomCountryCode $randomLatitude $randomLongitude
        $randomColor $randomDepartment $randomProductName $randomProductAdjective $randomProductMaterial $randomProduct $randomCompanyName
        $randomCompanySuffix $randomCatchPhrase $randomBs $randomCatchPhraseAdjective $randomCatchPhraseDescriptor $randomCatchPhraseNoun
        $randomBsAdjective $randomBsBuzz $randomBsNoun $randomDatabaseColumn $randomDatabaseType $randomDatabaseCollation $randomDatabaseEngine
        $randomDatePast $randomDateFuture $randomDateRecent $randomMonth $randomWeekday $randomBankAccount $randomBankAccountName
        $randomCreditCardMask $randomPrice $randomTransactionType $randomCurrencyCode $randomCurrencyName $randomCurrencySymbol $randomBitcoin
        $randomBankAccountIban $randomBankAccountBic $randomAbbreviation $randomAdjective $randomNoun $randomVerb $randomIngverb $randomPhrase
        $randomAvatarImage $randomImageUrl $randomAbstractImage $randomAnimalsImage $randomBusinessImage $randomCatsImage $randomCityImage
        $randomFoodImage $randomNightlifeImage $randomFashionImage $randomPeopleImage $randomNatureImage $randomSportsImage $randomTransportImage
        $randomImageDataUri $randomEmail $randomExampleEmail $randomUserName $randomProtocol $randomUrl $randomDomainName $randomDomainSuffix
        $randomDomainWord $randomIP $randomIPV6 $randomUserAgent $randomHexColor $randomMACAddress $randomPassword $randomLoremWord $randomLoremWords
        $randomLoremSentence $randomLoremSlug $randomLoremSentences $randomLoremParagraph $randomLoremParagraphs $randomLoremText $randomLoremLines
        $randomFirstName $randomLastName $randomFullName $randomJobTitle $randomNamePrefix $randomNameSuffix $randomJobDescriptor $randomJobArea
        $randomJobType $randomUUID $randomBoolean $randomWord $randomAlphaNumeric $randomFileName $randomCommonFileName $randomMimeType
        $randomCommonFileType $randomCommonFileExt $randomFileType $randomFileExt $randomSemver
        """;

    [Fact]
    public void Every_name_of_newman_has_a_value_within_its_length()
    {
        var maker = new ValueMaker(new Random(1), TimeProvider.System);
        foreach (var name in OfNewman.Split([' ', '\n', '\r'], StringSplitOptions.RemoveEmptyEntries))
        {
            var value = PostmanDynamic.Find(name).ShouldNotBeNull(name).Source.ShouldBeAssignableTo<GeneratedValue>()!;
            for (var i = 0; i < 50; i++) Text(value, maker).ShouldNotBeNullOrEmpty(name);
        }
    }

    [Theory]
    [InlineData("$randomPrice", @"^[0-9]{1,3}\.[0-9]{2}$")]
    [InlineData("$randomFullName", "^[A-Z][a-z]+ [A-Z][a-z]+$")]
    [InlineData("$randomPassword", "^[A-Za-z0-9_]{15}$")]
    [InlineData("$randomLatitude", @"^-?[0-9]{1,2}\.[0-9]{4}$")]
    [InlineData("$randomIPV6", "^([0-9a-f]{4}:){7}[0-9a-f]{4}$")]
    [InlineData("$randomEmail", @"^[A-Za-z]+\.[A-Za-z]+[0-9]+@example\.com$")]
    [InlineData("$randomUrl", @"^https?://[a-z]+\.example\.com$")]
    [InlineData("$randomLoremSentence", @"^[A-Z][a-z]+( [a-z]+){4}\.$")]
    [InlineData("$randomDateFuture", @"^[A-Z][a-z]{2} [A-Z][a-z]{2} [0-9]{2} 20[0-9]{2} [0-9:]{8} GMT\+0000 \(Coordinated Universal Time\)$")]
    public void A_value_has_the_form_of_newmans(string name, string form)
    {
        var maker = new ValueMaker(new Random(2), TimeProvider.System);
        for (var i = 0; i < 100; i++) Text(InventedNames.Find(name)!, maker).ShouldMatch(form);
    }

    private static string Text(GeneratedValue value, ValueMaker maker)
    {
        var bytes = new byte[value.MaxLength];
        return Encoding.UTF8.GetString(bytes.AsSpan(0, value.Write(maker, bytes)));
    }
}
