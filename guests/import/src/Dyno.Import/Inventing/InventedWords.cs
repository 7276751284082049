namespace Dyno.Import;

/// <summary>The words of invented values, by list.</summary>
internal static class InventedWords
{
    private static readonly FrozenDictionary<string, string> Lists = new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["abbreviation"] = "ADP AGP AI API COM CSS EXE FTP GB HDD HTTP IB IP JBOD JSON PCI PNG RAM RSS SAS SCSI SDD SMS SMTP SQL SSL TCP THX USB XML XSS",
        ["account"] = "Checking|Savings|Money Market|Investment|Home Loan|Credit Card|Auto Loan|Personal Loan",
        ["adjective"] = "auxiliary primary back-end digital open-source virtual cross-platform redundant online haptic multi-byte bluetooth wireless neural optical mobile",
        ["boolean"] = "true false",
        ["bsAdjective"] = "clicks-and-mortar value-added vertical proactive robust revolutionary scalable leading-edge innovative intuitive strategic e-business",
        ["bsBuzz"] = "implement utilize integrate streamline optimize evolve transform embrace enable orchestrate leverage reinvent aggregate architect",
        ["bsNoun"] = "synergies paradigms markets partnerships infrastructures platforms initiatives channels communities solutions portals technologies",
        ["catchAdjective"] = "Adaptive Advanced Automated Balanced Centralized Customizable Distributed Ergonomic Focused Integrated Multi-layered Networked Optimized Progressive Robust",
        ["catchDescriptor"] = "analyzing asynchronous client-driven composite contextually-based coherent dedicated executive fault-tolerant hybrid incremental mobile modular national",
        ["catchNoun"] = "ability access adapter algorithm alliance analyzer application approach archive array attitude benchmark capability capacity challenge circuit",
        ["city"] = "Springfield|Riverside|Franklin|Greenville|Bristol|Clinton|Fairview|Salem|Madison|Georgetown|Arlington|Ashland|Burlington|Manchester|New Haven|Port Lionel",
        ["collation"] = "utf8_unicode_ci utf8_general_ci utf8_bin ascii_bin ascii_general_ci cp1250_bin cp1250_general_ci",
        ["color"] = "red green blue yellow purple mint teal white black orange pink grey maroon violet turquoise tan sky salmon plum orchid olive magenta lime ivory indigo gold",
        ["column"] = "id title name email phone token group category password comment avatar status createdAt updatedAt",
        ["columnType"] = "int varchar text date datetime tinyint time timestamp smallint mediumint bigint decimal float double real bit boolean serial blob binary enum set geometry point",
        ["commonExtension"] = "pdf mpeg mp4 wav mp3 m2v png gif jpe shtml html htm jpg jpeg m1v m3a",
        ["commonType"] = "video audio image text application",
        ["companySuffix"] = "Inc|and Sons|LLC|Group",
        ["country"] = "Argentina|Australia|Austria|Belgium|Brazil|Canada|Chile|Denmark|Egypt|Finland|France|Germany|Ghana|Greece|India|Ireland|Italy|Japan|Kenya|Mexico|New Zealand|Norway|Peru|Poland|Portugal|Spain|Sweden|Switzerland|Thailand|United Kingdom|Vietnam",
        ["countryCode"] = "AR AT AU BE BR CA CH CL DE DK EG ES FI FR GB GH GR IE IN IT JP KE MX NO NZ PE PL PT SE TH VN",
        ["currencyCode"] = "AED ARS AUD BRL CAD CHF CLP CNY CZK DKK EGP EUR GBP HKD HUF IDR ILS INR JPY KRW MXN NOK NZD PHP PLN SEK SGD THB TRY USD ZAR",
        ["currencyName"] = "Euro|US Dollar|Pound Sterling|Yen|Swiss Franc|Swedish Krona|Canadian Dollar|Australian Dollar|Hong Kong Dollar|Argentine Peso|Indian Rupee|Zloty",
        ["currencySymbol"] = "$ € £ ¥ kr R zł ₩ ₹ ₺",
        ["department"] = "Books Movies Music Games Electronics Computers Home Garden Tools Grocery Health Beauty Toys Kids Baby Clothing Shoes Jewelery Sports Outdoors Automotive Industrial",
        ["directory"] = "/bin /boot /dev /etc /etc/defaults /home /lib /media /mnt /net /opt /opt/bin /opt/share /private /root /sbin /srv /sys /tmp /usr /usr/bin /usr/include /usr/lib /usr/local/bin /usr/share /var /var/log /var/mail /var/tmp",
        ["domainSuffix"] = "com biz info name net org",
        ["engine"] = "InnoDB MyISAM MEMORY CSV BLACKHOLE ARCHIVE",
        ["extension"] = "pdf docx xlsx odt txt csv json xml zip tar png jpg gif svg mp3 wav mp4 webm html css js ts bin iso",
        ["fileType"] = "application audio font image message model multipart text video",
        ["fileWord"] = "account alarm array bandwidth bus card circuit driver feed firewall green hard_drive index interface matrix microchip monitor panel pixel port program protocol sensor system transmitter",
        ["first"] = "Ada Alan Amelia Anna Arthur Beatrice Ben Carla Carlos Clara Daniel Diana Edith Elena Emil Emma Felix Frida Grace Greta Hanna Henry Ida Iris Ivan Jane Jonas Julia Karl Kira Laura Leo Lena Lucas Maria Martin Mia Nadia Noah Nora Olga Oscar Paul Petra Rosa Ruth Sara Simon Sofia Theo Tina Vera Victor Zoe",
        ["iban"] = "DE89370400440532013000 GB82WEST12345698765432 FR1420041010050500013M02606 NL91ABNA0417164300 ES9121000418450200051332 CH9300762011623852957 AT611904300234573201 BE68539007547034 SE4550000000058398257466 NO9386011117947",
        ["ingVerb"] = "backing up|bypassing|hacking|overriding|compressing|copying|navigating|indexing|connecting|generating|quantifying|calculating|synthesizing|transmitting|programming|parsing",
        ["jobArea"] = "Solutions Program Brand Security Research Marketing Directives Implementation Integration Functionality Response Paradigm Tactics Identity Markets Group Division Applications Optimization Operations",
        ["jobDescriptor"] = "Lead Senior Direct Corporate Dynamic Future Product National Regional District Central Global Customer Investor International Legacy Forward Internal Human Chief Principal",
        ["jobType"] = "Supervisor Associate Executive Liaison Officer Manager Engineer Specialist Director Coordinator Administrator Architect Analyst Designer Planner Technician Developer Producer Consultant Assistant Facilitator Agent Representative Strategist",
        ["last"] = "Adams Allen Baker Bauer Becker Bennett Berg Brown Carter Clark Cooper Cruz Davis Diaz Evans Fischer Foster Garcia Gray Green Hall Harris Hayes Hill Hughes Jensen Johnson Keller King Klein Lang Lewis Lopez Martin Meyer Miller Moore Morgan Nelson Novak Olsen Parker Perez Reed Rossi Santos Schmidt Scott Silva Smith Stone Taylor Turner Walker Weber Wolf Young",
        ["locale"] = "af ar az bg bn ca cs da de el en es et fa fi fr ga gl he hi hr hu id is it ja ka ko lt lv mk ms nb nl nn pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur vi zh zu",
        ["lorem"] = "alias amet animi aperiam architecto atque aut autem consequatur corporis culpa cumque delectus dolor dolorem dolores eaque earum eligendi enim error esse est eum ex excepturi facilis fuga harum illo illum in ipsa ipsum iste iure labore laborum libero magnam maxime minus modi molestiae natus nemo nihil nobis nulla odio officia omnis optio perferendis placeat porro quae quasi quia quis quo ratione rem rerum saepe sed similique sint sit sunt tempora tempore totam ullam unde ut vel velit veniam vero vitae voluptas",
        ["material"] = "Steel Wooden Concrete Plastic Cotton Granite Rubber Metal Soft Fresh Frozen",
        ["mime"] = "application/json application/pdf application/zip application/xml application/octet-stream audio/mpeg audio/wav font/woff2 image/gif image/jpeg image/png image/svg+xml text/css text/csv text/html text/plain video/mp4 video/webm",
        ["month"] = "January February March April May June July August September October November December",
        ["noun"] = "driver|protocol|bandwidth|panel|microchip|program|port|card|array|interface|system|sensor|firewall|hard drive|pixel|alarm|feed|monitor|application|transmitter|bus|circuit|capacitor|matrix",
        ["prefix"] = "Mr. Mrs. Ms. Miss Dr.",
        ["product"] = "Chair Car Computer Keyboard Mouse Bike Ball Gloves Pants Shirt Table Shoes Hat Towels Soap Tuna Chicken Fish Cheese Bacon Pizza Salad Sausages Chips",
        ["productAdjective"] = "Small Ergonomic Rustic Intelligent Gorgeous Incredible Fantastic Practical Sleek Awesome Generic Handcrafted Handmade Licensed Refined Unbranded Tasty",
        ["protocol"] = "http https",
        ["street"] = "Street Avenue Road Lane Drive Court Square Crossing Gardens Hills Park Ridge Terrace Trail Valley View Way",
        ["suffix"] = "Jr. Sr. I II III IV V MD DDS PhD DVM",
        ["transaction"] = "deposit withdrawal payment invoice",
        ["userAgent"] = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
            + "|Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0|Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
        ["verb"] = "back up|bypass|hack|override|compress|copy|navigate|index|connect|generate|quantify|calculate|synthesize|transmit|program|parse",
        ["weekday"] = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday",
    }.ToFrozenDictionary(StringComparer.Ordinal);

    /// <summary>The words of a list; of <c>Lorem</c> those of <c>lorem</c> with a capital.</summary>
    public static string[] Of(string list)
    {
        if (list == "Lorem") return [.. Of("lorem").Select(w => char.ToUpperInvariant(w[0]) + w[1..])];
        var words = Lists[list];
        return words.Split(words.Contains('|', StringComparison.Ordinal) ? '|' : ' ');
    }
}
