namespace Dyno.K6.Tests;

/// <summary>
/// Every name of k6's API, and what is special about some. A name without a remark must have a case in the suite; docs/k6.md
/// is written from both (ApiDocumentTests).
/// </summary>
internal static class ApiTable
{
    /// <summary>Module and names, apart by blanks. The first word of a case's API is the module, the second the name.</summary>
    public static readonly (string Module, string Names)[] Modules =
    [
        ("k6", "check group sleep fail randomSeed"),
        ("k6/http", "get head post put patch del options request batch asyncRequest file url expectedStatuses setResponseCallback cookieJar CookieJar "
            + "CookieJar.set CookieJar.cookiesForURL CookieJar.clear CookieJar.delete FileData Response "
            + "params.headers params.tags params.timeout params.cookies params.redirects params.responseType params.jar params.auth params.compression "
            + "params.throw params.responseCallback response.status response.status_text response.body response.headers response.json response.html "
            + "response.submitForm response.clickLink response.url response.cookies response.error response.error_code response.timings response.request "
            + "response.proto response.remote_ip response.remote_port response.tls_version response.tls_cipher_suite response.ocsp "
            + "SSL_3_0 TLS_1_0 TLS_1_1 TLS_1_2 TLS_1_3 OCSP_STATUS_GOOD OCSP_STATUS_REVOKED OCSP_STATUS_SERVER_FAILED OCSP_STATUS_UNKNOWN OCSP_REASON_UNSPECIFIED "
            + "OCSP_REASON_KEY_COMPROMISE OCSP_REASON_CA_COMPROMISE OCSP_REASON_AFFILIATION_CHANGED OCSP_REASON_SUPERSEDED OCSP_REASON_CESSATION_OF_OPERATION "
            + "OCSP_REASON_CERTIFICATE_HOLD OCSP_REASON_REMOVE_FROM_CRL OCSP_REASON_PRIVILEGE_WITHDRAWN OCSP_REASON_AA_COMPROMISE"),
        ("k6/metrics", "Counter Gauge Rate Trend"),
        ("k6/execution", "vu.idInInstance vu.idInTest vu.iterationInInstance vu.iterationInScenario vu.tags vu.metrics.tags vu.metrics.metadata "
            + "scenario.name scenario.executor scenario.startTime scenario.progress scenario.iterationInInstance scenario.iterationInTest "
            + "instance.currentTestRunDuration instance.iterationsCompleted instance.iterationsInterrupted instance.vusActive instance.vusInitialized "
            + "test.abort test.fail test.options"),
        ("k6/data", "SharedArray"),
        ("k6/crypto", "md4 md5 sha1 sha256 sha384 sha512 sha512_224 sha512_256 ripemd160 hmac createHMAC createHash hexEncode randomBytes"),
        ("k6/encoding", "b64encode b64decode"),
        ("k6/html", "parseHTML Selection.add Selection.attr Selection.children Selection.closest Selection.contents Selection.data Selection.each Selection.end "
            + "Selection.eq Selection.filter Selection.find Selection.first Selection.get Selection.has Selection.html Selection.index Selection.is Selection.last "
            + "Selection.map Selection.next Selection.nextAll Selection.nextUntil Selection.not Selection.parent Selection.parents Selection.parentsUntil "
            + "Selection.prev Selection.prevAll Selection.prevUntil Selection.serialize Selection.serializeArray Selection.serializeObject Selection.siblings "
            + "Selection.single Selection.size Selection.slice Selection.text Selection.toArray Selection.url Selection.val " + Elements()),
        ("k6/timers", "setTimeout clearTimeout setInterval clearInterval"),
        ("k6/net/grpc", "Client.load Client.loadProtoset Client.connect Client.invoke Client.asyncInvoke Client.healthCheck Client.close Stream.on Stream.write Stream.end StatusOK StatusUnavailable "
            + "HealthCheckUnknown HealthCheckServing HealthCheckNotServing"),
        ("k6/ws", "connect"),
        ("k6/x/sse", "open"),
        ("k6/websockets", "WebSocket Blob"),
        ("k6/secrets", "get source"),
        ("k6/experimental/websockets", "WebSocket Blob"),
        ("k6/experimental/fs", "open File.read File.seek File.stat File.path SeekMode"),
        ("k6/experimental/csv", "parse Parser"),
        ("k6/experimental/webcrypto", "crypto"),
        ("globals", "__ENV __VU __ITER console open require global setTimeout clearTimeout setInterval clearInterval TextEncoder TextDecoder URL "
            + "URLSearchParams structuredClone crypto.getRandomValues crypto.randomUUID crypto.subtle.digest crypto.subtle.sign crypto.subtle.verify "
            + "crypto.subtle.encrypt crypto.subtle.decrypt crypto.subtle.importKey crypto.subtle.exportKey crypto.subtle.generateKey "
            + "crypto.subtle.deriveBits crypto.subtle.deriveKey"),
        ("jslib", "k6-utils.check k6-utils.randomIntBetween k6-utils.randomItem k6-utils.randomString k6-utils.uuidv4 k6-utils.findBetween "
            + "k6-utils.normalDistributionStages k6-utils.getCurrentStageIndex k6-utils.tagWithCurrentStageIndex k6-utils.tagWithCurrentStageProfile "
            + "k6-utils.parseDuration k6-summary.textSummary k6-summary.jUnit k6-summary.humanizeValue papaparse.parse papaparse.unparse url.URL "
            + "url.URLSearchParams httpx.Httpx.get httpx.Httpx.post httpx.Httpx.put httpx.Httpx.patch httpx.Httpx.delete httpx.Httpx.request "
            + "httpx.Httpx.asyncRequest httpx.Httpx.batch httpx.Httpx.setBaseUrl httpx.Httpx.addHeader httpx.Httpx.addHeaders httpx.Httpx.clearHeader "
            + "httpx.Httpx.addTag httpx.Httpx.trace httpx.Httpx.asyncGet k6chaijs.describe k6chaijs.expect k6chaijs.validJsonBody k6chaijs.config k6-testing.expect k6-testing.expect.soft k6-testing.expect.configure formdata.FormData.append "
            + "formdata.FormData.body totp.TOTP.gen totp.TOTP.verify"),
    ];

    /// <summary>Modules that fail at their import with a sentence.</summary>
    public static readonly (string Module, string Names)[] Later =
    [
        ("k6/experimental/streams", "ReadableStream ReadableStreamDefaultReader WritableStream WritableStreamDefaultWriter CountQueuingStrategy"),
        ("k6/crypto/x509", "parse getAltNames getIssuer getSubject"),
        ("k6/browser", "browser chromium devices networkProfiles"),
    ];

    /// <summary>Names that work otherwise than in k6: how.</summary>
    public static readonly Dictionary<string, string> Differs = new()
    {
        ["k6/http params.auth"] = "`digest`, and basic by the URL; `ntlm` is refused with a sentence",
        ["k6/http response.ocsp"] = "always says `unknown`: the stapled answer is not read",
        ["k6/http SSL_3_0"] = "as an option it means TLS 1.2: older versions are switched off in the system",
        ["k6/http TLS_1_0"] = "as an option it means TLS 1.2: older versions are switched off in the system",
        ["k6/http TLS_1_1"] = "as an option it means TLS 1.2: older versions are switched off in the system",
        ["k6/execution vu.metrics.metadata"] = "an object of the script's own; it goes into no output",
        ["k6/execution scenario.iterationInInstance"] = "the same number as iterationInTest",
        ["k6/experimental/csv Parser"] = "reads the whole file at once",
        ["k6/websockets Blob"] = "`stream()` throws a sentence: it needs k6/experimental/streams",
        ["globals URL"] = "k6 has none",
        ["globals URLSearchParams"] = "k6 has none",
        ["globals structuredClone"] = "k6 has none",
        ["jslib k6-testing.expect"] = "assertions of values; those of pages (`toBeVisible()` …) throw a sentence, they need k6/browser",
        ["jslib k6-summary.textSummary"] = "Dyno's own, in the layout of k6 before 1.0",
        ["jslib k6-utils.normalDistributionStages"] = "Dyno's own curve: the same shape, other steps",
    };

    private static string Elements() => string.Join(' ', (
        "attributes childElementCount childNodes children classList className contains firstChild firstElementChild getAttribute getAttributeNode "
        + "getElementsByClassName getElementsByTagName hasAttribute hasAttributes hasChildNodes id innerHTML isDefaultNamespace isEqualNode isSameNode lang "
        + "lastChild lastElementChild matches namespaceURI nextElementSibling nextSibling nodeName nodeType nodeValue ownerDocument parentElement parentNode "
        + "previousElementSibling previousSibling querySelector querySelectorAll selection textContent toString "
        + "abbr accept acceptCharset accessKey action allowfullscreen alt areas async autocapitalize autocomplete autofocus autoplay caption cellIndex cells "
        + "challenge charset checked cite colSpan cols content control controls crossOrigin currentSrc data datetime default defaultChecked defaultMuted "
        + "defaultSelected defaultValue defer dirName disabled download elements encoding enctype form formAction formEnctype formMethod formNoValidate "
        + "formTarget hash headers height high host hostname href hrefLang hreflang htmlFor httpEquiv images index isMap keySystem keytype kind label labels "
        + "length list loop low max maxLength media mediaGroup method min multiple muted name noModule noValidate optimum options origin password pathname "
        + "pattern placeholder port position preload protocol readOnly readonly referrerPolicy rel relList required reversed rowIndex rowSpan rows scope search "
        + "sectionRowIndex selected selectedIndex selectedOptions size sizes sortable sorted span src srclang srcset start step tBodies tFoot tHead tabIndex "
        + "target text textTracks type typeMustMatch useMap username validity value width wrap").Split(' ').Select(name => "Element." + name));
}
