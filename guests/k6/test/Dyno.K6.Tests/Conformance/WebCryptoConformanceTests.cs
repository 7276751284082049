// One file because the key, the helpers and the rows belong together.
namespace Dyno.K6.Tests;

/// <summary>The global crypto. What stands beside the expressions was computed by the Web Cryptography API of Node.js 20 with the same keys.</summary>
public sealed class WebCryptoConformanceTests
{
    // Of these tests alone.
    private const string RsaKey =
        "{\"kty\":\"RSA\",\"n\":\"wr6vBPl9w3di0869ghKpNvaGXPD0LkZr_L3MydG0ADQ7nkgX0a65orloyUBFO9Z1jjjSUUiT3KgapYg5sTyQIg7HjC92"
        + "LWtKp0qoge8kNG53oLTwlaxx4DplS-K0IyLymPC1XZ6qKP041hS0ZhdCLj2jsqZwQN6vlxAbddTEkQ0\",\"e\":\"AQAB\",\"d\":\"ZFq2_i1DLbMb7"
        + "mIfLiRHptcrLkHM0vvfMgLswSObSm-gOVSVUaxkZQJ-iRbhlpBRS9TkLJbl-1N1R9AHStoWu09o0zUMXEF8X0xtWmcgCew4qdRgZCxX7hoAKnI"
        + "H2hNA7FKf-35t0XEz-QZoVjSxsLFgMHbTSkOOUocTSusk0dE\",\"p\":\"8VV8Ce1LsxhTiOoE5BmZccVc30pWtvDVmdA35si_X5SihPyZVq9Els-"
        + "_Rml8eORxbdNi_6njPQoKU_NdC-9Avw\",\"q\":\"zpRlm3TMoefp3rIYlgtqiD6Dpv-4Di8_T3yizz1BapCCx67V8KVMC2gSVKJx0AhfnLdX0LXs"
        + "a_Gb-dDRY_UVMw\",\"dp\":\"5U-UzNntU_-JYE781sB8TN57oK_CNZIhZEW02FVngip5QmPCT9u6EJLV7NHOtBBctz5kkwmaIiWoKpzTjMOJgQ\","
        + "\"dq\":\"pHlMaLhW0LWH49Hid1xBhpZXVZgWH90ISC4QpnW75q-GIJwYJBBHenFy3sWzXhG8plbnaPnfcZYdPIpAnJgeNw\",\"qi\":\"I9AZcPUPsK"
        + "y42VvoN0vABydgpJ4lzx_diHXNugy-5wtEB5kWnRSrDviU74Hc3q4-GHegdguTe2zLQFMpbfz0QA\"}";

    internal static readonly ExpressionGroup Group = new(
        "import { crypto as old } from 'k6/experimental/webcrypto'; import encoding from 'k6/encoding'; import kc from 'k6/crypto';",
        [
            new("globals crypto.randomUUID",
                "/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID())",
                "true"),
            new("globals crypto.randomUUID", "crypto.randomUUID() === crypto.randomUUID()", "false"),
            new("globals crypto.getRandomValues",
                "{ const a = new Uint32Array(8); return [crypto.getRandomValues(a) === a, a.some((n) => n > 65535)] }",
                "[true,true]"),
            new("globals crypto.getRandomValues", "crypto.getRandomValues(new Float64Array(4))", "throws integers"),
            new("globals crypto.getRandomValues",
                "{ try { crypto.getRandomValues(new Uint8Array(65537)) } catch (e) { return e.name } }",
                "\"QuotaExceededError\""),
            new("k6/experimental/webcrypto crypto", "old === crypto", "true"),
            new("globals crypto.subtle.digest", "hex(await subtle.digest('SHA-1', utf8('abc')))", "\"a9993e364706816aba3e25717850c26c9cd0d89d\""),
            new("globals crypto.subtle.digest",
                "hex(await subtle.digest('SHA-256', utf8('abc')))",
                "\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\""),
            new("globals crypto.subtle.digest",
                "hex(await subtle.digest({ name: 'sha-512' }, utf8('abc').buffer)).slice(0, 16)",
                "\"ddaf35a193617aba\""),
            new("globals crypto.subtle.digest",
                "hex(await subtle.digest('SHA-384', utf8('xabcx').subarray(1, 4))).slice(0, 16)",
                "\"cb00753f45a35e8b\""),
            new("globals crypto.subtle.digest", "await subtle.digest('SHA-256', 'abc')", "throws new TextEncoder().encode(text)"),
            new("globals crypto.subtle.digest",
                "await subtle.digest('MD5', utf8('abc')).catch((e) => e.name + ': ' + e.message)",
                "\"NotSupportedError: digest() knows no algorithm MD5 (SHA-1, SHA-256, SHA-384, SHA-512 are)\""),
            new("globals crypto.subtle.sign",
                "hex(await subtle.sign('HMAC', await raw('Jefe', { name: 'HMAC', hash: 'SHA-256' }, ['sign', 'verify']), "
                + "utf8('what do ya want for nothing?')))",
                "\"5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843\""),
            new("globals crypto.subtle.verify",
                "{ const key = await raw('Jefe', { name: 'HMAC', hash: 'SHA-256' }, ['sign', 'verify']), signed = await "
                + "subtle.sign('HMAC', key, utf8('a')); return [await subtle.verify('HMAC', key, signed, utf8('a')), await "
                + "subtle.verify('HMAC', key, signed, utf8('b')), await subtle.verify('HMAC', key, new Uint8Array(3), "
                + "utf8('a'))] }",
                "[true,false,false]"),
            new("globals crypto.subtle.sign",
                "await subtle.sign('HMAC', await raw('Jefe', { name: 'HMAC', hash: 'SHA-256' }, ['verify']), "
                + "utf8('a')).catch((e) => e.name)",
                "\"InvalidAccessError\""),
            new("globals crypto.subtle.exportKey",
                "await subtle.exportKey('jwk', await raw('Jefe', { name: 'HMAC', hash: 'SHA-256' }, ['sign', 'verify']))",
                "{\"kty\":\"oct\",\"k\":\"SmVmZQ\",\"alg\":\"HS256\",\"key_ops\":[\"sign\",\"verify\"],\"ext\":true}"),
            new("globals crypto.subtle.importKey",
                "{ const key = await raw('Jefe', { name: 'HMAC', hash: 'SHA-256' }, ['sign', 'verify']); return [key.type, "
                + "key.extractable, key.algorithm, key.usages, String(key)] }",
                "[\"secret\",true,{\"name\":\"HMAC\",\"hash\":{\"name\":\"SHA-256\"},\"length\":32},[\"sign\",\"verify\"],\"[object CryptoKey]\"]"),
            new("globals crypto.subtle.importKey",
                "hex(await subtle.sign('HMAC', await subtle.importKey('jwk', { kty: 'oct', k: 'SmVmZQ' }, { name: 'HMAC', "
                + "hash: { name: 'SHA-256' } }, false, ['sign']), utf8('what do ya want for nothing?'))).slice(0, 8)",
                "\"5bdcc146\""),
            new("globals crypto.subtle.exportKey",
                "await subtle.exportKey('raw', await subtle.importKey('raw', utf8('k'), { name: 'HMAC', hash: 'SHA-1' }, "
                + "false, ['sign'])).catch((e) => e.name + ': ' + e.message)",
                "\"InvalidAccessError: the key is not extractable\""),
            new("globals crypto.subtle.importKey",
                "await subtle.importKey('raw', new Uint8Array(5), 'AES-CBC', true, ['encrypt']).catch((e) => e.name + ': ' + "
                + "e.message)",
                "\"DataError: a key of AES-CBC has 16, 24 or 32 bytes, not 5\""),
            new("globals crypto.subtle.importKey",
                "await subtle.importKey('der', new Uint8Array(16), 'AES-CBC', true, ['encrypt']).catch((e) => e.name + ': ' + "
                + "e.message)",
                "\"NotSupportedError: importKey() knows no format 'der' (raw, pkcs8, spki, jwk are)\""),
            new("globals crypto.subtle.importKey",
                "await subtle.importKey('raw', new Uint8Array(16), 'AES-CBC', true, ['sign']).catch((e) => e.name + ': ' + "
                + "e.message)",
                "\"SyntaxError: a secret key of AES-CBC cannot sign (encrypt, decrypt, wrapKey, unwrapKey)\""),
            new("globals crypto.subtle.importKey",
                "await subtle.importKey('raw', new Uint8Array(16), 'AES-CBC', true, []).catch((e) => e.name + ': ' + e.message)",
                "\"SyntaxError: a secret key needs a usage\""),
            new("globals crypto.subtle.importKey",
                "await subtle.importKey('spki', new Uint8Array(16), { name: 'ECDSA', namedCurve: 'P-256' }, true, "
                + "['verify']).catch((e) => e.name)",
                "\"DataError\""),
            new("globals crypto.subtle.importKey",
                "await subtle.importKey('raw', new Uint8Array(64), { name: 'ECDSA', namedCurve: 'P-256' }, true, "
                + "['verify']).catch((e) => e.name + ': ' + e.message)",
                "\"DataError: a raw key of P-256 is an uncompressed point: 4 and 64 bytes\""),
            new("globals crypto.subtle.importKey",
                "await subtle.importKey('jwk', { kty: 'RSA' }, 'AES-CBC', true, ['encrypt']).catch((e) => e.name + ': ' + "
                + "e.message)",
                "\"DataError: the key's kty is 'RSA', not oct\""),
            new("globals crypto.subtle.importKey",
                "await subtle.importKey('jwk', { kty: 'oct', k: 'SmVmZQ', ext: false }, { name: 'HMAC', hash: 'SHA-1' }, true, "
                + "['sign']).catch((e) => e.name + ': ' + e.message)",
                "\"DataError: the key is not extractable: its ext is false\""),
            new("globals crypto.subtle.importKey",
                "await subtle.importKey('jwk', { kty: 'oct', k: '!' }, { name: 'HMAC', hash: 'SHA-1' }, true, "
                + "['sign']).catch((e) => e.name + ': ' + e.message)",
                "\"DataError: the key's k is not base 64 for URLs\""),
            new("globals crypto.subtle.encrypt",
                "hex(await subtle.encrypt({ name: 'AES-GCM', iv: iv.subarray(0, 12) }, await subtle.importKey('raw', aes, "
                + "'AES-GCM', true, ['encrypt']), utf8(long)))",
                "\"a50e77ca773b968071fd309ab542cb4a52dd1aa7459d13cbe0ae4731057c65c8a19910c77aedd684e5a42b95d5ae7bb9e4\""),
            new("globals crypto.subtle.decrypt",
                "plain(await subtle.decrypt({ name: 'AES-GCM', iv: iv.subarray(0, 12) }, await subtle.importKey('raw', aes, "
                + "'AES-GCM', true, ['decrypt']), bytes('a50e77ca773b968071fd309ab542cb4a52dd1aa7459d13cbe0ae4731057c65c8a19910c7"
                + "7aedd684e5a42b95d5ae7bb9e4')))",
                "\"a text of more than sixteen bytes\""),
            new("globals crypto.subtle.encrypt",
                "hex(await subtle.encrypt({ name: 'AES-GCM', iv, tagLength: 64, additionalData: utf8('aad') }, await "
                + "subtle.importKey('raw', aes, 'AES-GCM', true, ['encrypt']), utf8(long)))",
                "\"a4be83d305c604e7b038aeedd34a0fa39d9c4ebf1e6fdf8ccce3e9b6213a078550fe1665c0792cd5fc\""),
            new("globals crypto.subtle.decrypt",
                "plain(await subtle.decrypt({ name: 'AES-GCM', iv, tagLength: 64, additionalData: utf8('aad') }, await "
                + "subtle.importKey('raw', aes, 'AES-GCM', true, ['decrypt']), "
                + "bytes('a4be83d305c604e7b038aeedd34a0fa39d9c4ebf1e6fdf8ccce3e9b6213a078550fe1665c0792cd5fc')))",
                "\"a text of more than sixteen bytes\""),
            new("globals crypto.subtle.encrypt",
                "hex(await subtle.encrypt({ name: 'AES-GCM', iv: iv.slice(0, 12), additionalData: utf8('aad').buffer }, await "
                + "subtle.importKey('raw', aes, 'AES-GCM', true, ['encrypt']), utf8(long)))",
                "\"a50e77ca773b968071fd309ab542cb4a52dd1aa7459d13cbe0ae4731057c65c8a1b5d022f63bbf61b2f6fb7d3ba78c70cc\""),
            new("globals crypto.subtle.decrypt",
                "plain(await subtle.decrypt({ name: 'AES-GCM', iv: iv.slice(0, 12), additionalData: utf8('aad').buffer }, "
                + "await subtle.importKey('raw', aes, 'AES-GCM', true, ['decrypt']), "
                + "bytes('a50e77ca773b968071fd309ab542cb4a52dd1aa7459d13cbe0ae4731057c65c8a1b5d022f63bbf61b2f6fb7d3ba78c70cc')))",
                "\"a text of more than sixteen bytes\""),
            new("globals crypto.subtle.encrypt",
                "hex(await subtle.encrypt({ name: 'AES-CBC', iv }, await subtle.importKey('raw', aes, 'AES-CBC', true, "
                + "['encrypt']), utf8(long)))",
                "\"3c8b35779a80d7e68d9cc3dc520114d8645a453f897aee5a226e76602548c1103c35f586c7aba8f646072948bdd89bce\""),
            new("globals crypto.subtle.decrypt",
                "plain(await subtle.decrypt({ name: 'AES-CBC', iv }, await subtle.importKey('raw', aes, 'AES-CBC', true, "
                + "['decrypt']), bytes('3c8b35779a80d7e68d9cc3dc520114d8645a453f897aee5a226e76602548c1103c35f586c7aba8f646072948b"
                + "dd89bce')))",
                "\"a text of more than sixteen bytes\""),
            new("globals crypto.subtle.encrypt",
                "hex(await subtle.encrypt({ name: 'AES-CTR', counter: iv, length: 64 }, await subtle.importKey('raw', aes, "
                + "'AES-CTR', true, ['encrypt']), utf8(long)))",
                "\"66de9b1199a12301f62e837efcf1b2e7faa3ab24ab65fa76231c1342e980aa6db9\""),
            new("globals crypto.subtle.decrypt",
                "plain(await subtle.decrypt({ name: 'AES-CTR', counter: iv, length: 64 }, await subtle.importKey('raw', aes, "
                + "'AES-CTR', true, ['decrypt']), bytes('66de9b1199a12301f62e837efcf1b2e7faa3ab24ab65fa76231c1342e980aa6db9')))",
                "\"a text of more than sixteen bytes\""),
            new("globals crypto.subtle.encrypt",
                "hex(await subtle.encrypt({ name: 'AES-CTR', counter: new Uint8Array(16).fill(255), length: 8 }, await "
                + "subtle.importKey('raw', aes, 'AES-CTR', true, ['encrypt']), utf8(long)))",
                "\"5d646b57b673a24c02f7cff67c359b67f8bd9e5a01ff6dcc361fc4dbf2c198e638\""),
            new("globals crypto.subtle.decrypt",
                "plain(await subtle.decrypt({ name: 'AES-CTR', counter: new Uint8Array(16).fill(255), length: 8 }, await "
                + "subtle.importKey('raw', aes, 'AES-CTR', true, ['decrypt']), "
                + "bytes('5d646b57b673a24c02f7cff67c359b67f8bd9e5a01ff6dcc361fc4dbf2c198e638')))",
                "\"a text of more than sixteen bytes\""),
            new("globals crypto.subtle.decrypt",
                "await subtle.decrypt({ name: 'AES-GCM', iv: iv.subarray(0, 12) }, await subtle.importKey('raw', aes, "
                + "'AES-GCM', true, ['decrypt']), bytes('a50e77ca773b968071fd309ab542cb4a52dd1aa7459d13cbe0ae4731057c65c8a19910c7"
                + "7aedd684e5a42b95d5ae7bb900')).catch((e) => e.name)",
                "\"OperationError\""),
            new("globals crypto.subtle.decrypt",
                "await subtle.decrypt({ name: 'AES-GCM', iv, tagLength: 64, additionalData: utf8('aad') }, await "
                + "subtle.importKey('raw', aes, 'AES-GCM', true, ['decrypt']), "
                + "bytes('a4be83d305c604e7b038aeedd34a0fa39d9c4ebf1e6fdf8ccce3e9b6213a078550fe1665c0792cd500')).catch((e) => "
                + "e.name)",
                "\"OperationError\""),
            new("globals crypto.subtle.decrypt",
                "await subtle.decrypt({ name: 'AES-CBC', iv }, await subtle.importKey('raw', aes, 'AES-CBC', true, "
                + "['decrypt']), new Uint8Array(15)).catch((e) => e.name)",
                "\"OperationError\""),
            new("globals crypto.subtle.encrypt",
                "await subtle.encrypt({ name: 'AES-CBC', iv: new Uint8Array(5) }, await subtle.importKey('raw', aes, "
                + "'AES-CBC', true, ['encrypt']), utf8('a')).catch((e) => e.name + ': ' + e.message)",
                "\"OperationError: the iv of AES-CBC has 16 bytes\""),
            new("globals crypto.subtle.encrypt",
                "await subtle.encrypt({ name: 'AES-GCM', iv }, await subtle.importKey('raw', aes, 'AES-CBC', true, "
                + "['encrypt']), utf8('a')).catch((e) => e.name + ': ' + e.message)",
                "\"InvalidAccessError: the key is for AES-CBC, not for AES-GCM\""),
            new("globals crypto.subtle.sign",
                "base64(await subtle.sign('RSASSA-PKCS1-v1_5', await jwk(rsa, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, "
                + "['sign']), utf8('text')))",
                "\"Mymf0eHFq0esmL4tBrarRXJb6F0RxNqnaaH9befdVUQFhcAYcA1eX6PZT5vcJw0YKGGua0tplEy/rOBd/dCgPmwpNVmOLfuT77SgnijtqLj2QkFGXbe/kF7MQ9zjDsuC9UrL8+YemuaTRXPAIQTJTfnRuC2i3wAlrd4g/QcvV/A=\""),
            new("globals crypto.subtle.verify",
                "await subtle.verify('RSASSA-PKCS1-v1_5', await jwk({ kty: rsa.kty, n: rsa.n, e: rsa.e }, { name: "
                + "'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, ['verify']), "
                + "of64('Mymf0eHFq0esmL4tBrarRXJb6F0RxNqnaaH9befdVUQFhcAYcA1eX6PZT5vcJw0YKGGua0tplEy/rOBd/dCgPmwpNVmOLfuT77Sgnijt"
                + "qLj2QkFGXbe/kF7MQ9zjDsuC9UrL8+YemuaTRXPAIQTJTfnRuC2i3wAlrd4g/QcvV/A='), utf8('text'))",
                "true"),
            new("globals crypto.subtle.verify",
                "await subtle.verify({ name: 'RSA-PSS', saltLength: 32 }, await jwk({ kty: rsa.kty, n: rsa.n, e: rsa.e }, { "
                + "name: 'RSA-PSS', hash: 'SHA-256' }, ['verify']), "
                + "of64('QaDd7NmdtxF9P/IOUE+HEyhz3aMCUFO64eq+/yIqSWkZTc8f9za1yILuIadCLvSdlDXifGAAJSY+qfpeKX51SNN6y1JkFmNdNYo4v/lE"
                + "1hAiWUI6s/ropcQM6mkMCmr2DhXL5hpYTN6PG9m6P7hM9Bi7mUsZKZHQedVq8fv53a8='), utf8('text'))",
                "true"),
            new("globals crypto.subtle.sign",
                "{ const signed = await subtle.sign({ name: 'RSA-PSS', saltLength: 32 }, await jwk(rsa, { name: 'RSA-PSS', "
                + "hash: 'SHA-256' }, ['sign']), utf8('text')); const open = await jwk({ kty: rsa.kty, n: rsa.n, e: rsa.e }, { "
                + "name: 'RSA-PSS', hash: 'SHA-256' }, ['verify']); return [await subtle.verify({ name: 'RSA-PSS', saltLength: "
                + "32 }, open, signed, utf8('text')), await subtle.verify({ name: 'RSA-PSS', saltLength: 7 }, open, signed, "
                + "utf8('text'))] }",
                "[true,false]"),
            new("globals crypto.subtle.verify",
                "await subtle.verify({ name: 'RSA-PSS', saltLength: 5 }, await jwk({ kty: rsa.kty, n: rsa.n, e: rsa.e }, { "
                + "name: 'RSA-PSS', hash: 'SHA-256' }, ['verify']), "
                + "of64('dDe5aqB+/+A6deJGRYYvkO7T0iLlN2qNwhaoc/KfeLeRTZZoLJoiRLWwRxVMKjTQcQiAKBBqViFXjLiaavHiiYP2ynyQyuRHiJjS+9rH"
                + "JD+SO6zR1jrTvOiMI2K7Y3dPklA6UpwO2N+MZdzimhK8OcGP/9CuZs2SFVY/t8pRk24='), utf8('text'))",
                "true"),
            new("globals crypto.subtle.sign",
                "{ const signed = await subtle.sign({ name: 'RSA-PSS', saltLength: 5 }, await jwk(rsa, { name: 'RSA-PSS', "
                + "hash: 'SHA-256' }, ['sign']), utf8('text')); const open = await jwk({ kty: rsa.kty, n: rsa.n, e: rsa.e }, { "
                + "name: 'RSA-PSS', hash: 'SHA-256' }, ['verify']); return [await subtle.verify({ name: 'RSA-PSS', saltLength: 5 "
                + "}, open, signed, utf8('text')), await subtle.verify({ name: 'RSA-PSS', saltLength: 7 }, open, signed, "
                + "utf8('text'))] }",
                "[true,false]"),
            new("globals crypto.subtle.decrypt",
                "plain(await subtle.decrypt({ name: 'RSA-OAEP' }, await jwk(rsa, { name: 'RSA-OAEP', hash: 'SHA-1' }, "
                + "['decrypt']), of64('C0i5xi2bciOoAtht6f+Sr06rF5ipycnJpP4IoJGemb1Lb7kMXMOiNjAMIcfrQg1GmKPCvH7ywhDN4sliavHYBiJag3"
                + "1jN1M9+IW5Wu+boM0eMI8uljzF4Gx1b7yUDyeMyAJqmOzdSGQ5iL+5Wajx+CjoX/0E/eEi2DWk8TziGXw=')))",
                "\"secret\""),
            new("globals crypto.subtle.encrypt",
                "{ const open = await jwk({ kty: rsa.kty, n: rsa.n, e: rsa.e }, { name: 'RSA-OAEP', hash: 'SHA-256' }, "
                + "['encrypt']), own = await jwk(rsa, { name: 'RSA-OAEP', hash: 'SHA-256' }, ['decrypt']); return plain(await "
                + "subtle.decrypt({ name: 'RSA-OAEP' }, own, await subtle.encrypt({ name: 'RSA-OAEP' }, open, utf8('both "
                + "ways')))) }",
                "\"both ways\""),
            new("globals crypto.subtle.decrypt",
                "plain(await subtle.decrypt({ name: 'RSA-OAEP', label: utf8('l') }, await jwk(rsa, { name: 'RSA-OAEP', hash: "
                + "'SHA-1' }, ['decrypt']), of64('IvvKd7NpcTGpSFdfcPk2tpM79K8eiED8tn41J3S/raNAPt5JdneczaasZxMPrtuazPcryi7rquSQj6r"
                + "oENm0i95VfLbhZwd1lwgkkjP+4rgiQzEvMyWrRCcn7Kb4ToGOZ/uasI8URCCspzUBEQvzPD5aMKmOn0v4nW76MwM7BXA=')))",
                "\"secret\""),
            new("globals crypto.subtle.encrypt",
                "{ const open = await jwk({ kty: rsa.kty, n: rsa.n, e: rsa.e }, { name: 'RSA-OAEP', hash: 'SHA-256' }, "
                + "['encrypt']), own = await jwk(rsa, { name: 'RSA-OAEP', hash: 'SHA-256' }, ['decrypt']); return plain(await "
                + "subtle.decrypt({ name: 'RSA-OAEP', label: utf8('l') }, own, await subtle.encrypt({ name: 'RSA-OAEP', label: "
                + "utf8('l') }, open, utf8('both ways')))) }",
                "\"both ways\""),
            new("globals crypto.subtle.exportKey",
                "base64(await subtle.exportKey('spki', await jwk({ kty: rsa.kty, n: rsa.n, e: rsa.e }, { name: 'RSA-PSS', "
                + "hash: 'SHA-1' }, ['verify'])))",
                "\"MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDCvq8E+X3Dd2LTzr2CEqk29oZc8PQuRmv8vczJ0bQANDueSBfRrrmiuWjJQEU71nWOONJRSJPcqBqliDmxPJAiDseML3Yta0qnSqiB7yQ0bnegtPCVrHHgOmVL4rQjIvKY8LVdnqoo/TjWFLRmF0IuPaOypnBA3q+XEBt11MSRDQIDAQAB\""),
            new("globals crypto.subtle.exportKey",
                "{ const pkcs8 = await subtle.exportKey('pkcs8', await jwk(rsa, { name: 'RSA-PSS', hash: 'SHA-1' }, "
                + "['sign'])); return (await subtle.exportKey('jwk', await subtle.importKey('pkcs8', pkcs8, { name: 'RSA-PSS', "
                + "hash: 'SHA-1' }, true, ['sign']))).qi === rsa.qi }",
                "true"),
            new("globals crypto.subtle.exportKey",
                "{ const { key_ops, ext, alg, ...same } = await subtle.exportKey('jwk', await jwk(rsa, { name: 'RSA-OAEP', "
                + "hash: 'SHA-512' }, ['decrypt'])); return [key_ops, ext, alg, Object.keys(rsa).every((k) => rsa[k] === "
                + "same[k]), Object.keys(same).length === Object.keys(rsa).length] }",
                "[[\"decrypt\"],true,\"RSA-OAEP-512\",true,true]"),
            new("globals crypto.subtle.importKey",
                "{ const key = await jwk(rsa, { name: 'RSA-PSS', hash: 'SHA-256' }, ['sign']); return [key.type, "
                + "key.algorithm.modulusLength, Array.from(key.algorithm.publicExponent), key.algorithm.hash.name] }",
                "[\"private\",1024,[1,0,1],\"SHA-256\"]"),
            new("globals crypto.subtle.verify",
                "{ const key = await jwk({\"kty\":\"EC\",\"x\":\"eilQtS-dvK0qF_zX8CX85fnxSR5iNbhgIiGLXga4wLQ\",\"y\":\"1ioNbDrPsEwTxpiDEq7"
                + "boO6ICxf3CdLMIBLb7NyU46Q\",\"crv\":\"P-256\"}, { name: 'ECDSA', namedCurve: 'P-256' }, ['verify']); return [await "
                + "subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, "
                + "of64('SGI77nkRJyUU5PNnR+PUrkfN45CfoPsYiyWZWpg5rFDhwdi7bfBjCwdWHbnac6Co203oR6/+z5iwtPGWSORVuw=='), "
                + "utf8('text')), base64(await subtle.exportKey('raw', key)) === "
                + "'BHopULUvnbytKhf81/Al/OX58UkeYjW4YCIhi14GuMC01ioNbDrPsEwTxpiDEq7boO6ICxf3CdLMIBLb7NyU46Q='] }",
                "[true,true]"),
            new("globals crypto.subtle.generateKey",
                "{ const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']); "
                + "const signed = await subtle.sign({ name: 'ECDSA', hash: 'SHA-512' }, pair.privateKey, utf8('a')); const again "
                + "= await subtle.importKey('jwk', await subtle.exportKey('jwk', pair.privateKey), { name: 'ECDSA', namedCurve: "
                + "'P-256' }, false, ['sign']); return [again.type, signed.byteLength, await subtle.verify({ name: 'ECDSA', "
                + "hash: 'SHA-512' }, pair.publicKey, signed, utf8('a'))] }",
                "[\"private\",64,true]"),
            new("globals crypto.subtle.verify",
                "{ const key = await jwk({\"kty\":\"EC\",\"x\":\"3DhV9JMgDWPovq_I_XhbzgxxtujURnpGbiuCjNmuo1mNPk9j1WUDxHXLbGMatCbk\",\"y\""
                + ":\"JAtdQ_-kq7xDOg7aK8_QxDHrc3B7Ls-3NCSQqfjO5Z_VChbcIjYxZuWjCSnXBZpw\",\"crv\":\"P-384\"}, { name: 'ECDSA', "
                + "namedCurve: 'P-384' }, ['verify']); return [await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, "
                + "of64('IvsSEb029URGkKkZjdSbnXNd90NGdQVwci2SELeqKWY/P2IpvUJHuOo2Uxa5NXqt9sgv2wmboGGL0ROZyG+LUSAwNRClWNmQNQk5dYRn"
                + "GcNDoZmpi+5sWvTK7b6F1lWi'), utf8('text')), base64(await subtle.exportKey('raw', key)) === "
                + "'BNw4VfSTIA1j6L6vyP14W84Mcbbo1EZ6Rm4rgozZrqNZjT5PY9VlA8R1y2xjGrQm5CQLXUP/pKu8QzoO2ivP0MQx63Nwey7PtzQkkKn4zuWf1"
                + "QoW3CI2MWblowkp1wWacA=='] }",
                "[true,true]"),
            new("globals crypto.subtle.generateKey",
                "{ const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-384' }, true, ['sign', 'verify']); "
                + "const signed = await subtle.sign({ name: 'ECDSA', hash: 'SHA-512' }, pair.privateKey, utf8('a')); const again "
                + "= await subtle.importKey('jwk', await subtle.exportKey('jwk', pair.privateKey), { name: 'ECDSA', namedCurve: "
                + "'P-384' }, false, ['sign']); return [again.type, signed.byteLength, await subtle.verify({ name: 'ECDSA', "
                + "hash: 'SHA-512' }, pair.publicKey, signed, utf8('a'))] }",
                "[\"private\",96,true]"),
            new("globals crypto.subtle.verify",
                "{ const key = await jwk({\"kty\":\"EC\",\"x\":\"AYctSjr80kYIlCyjmWwuLa5HL5b4B5JmajJaHJSpWx6SuZmZRVjLXmC62tJBWQTKmodvQ"
                + "SJTAFOYVIV18Wpoh5fF\",\"y\":\"AGJ61Ww6K1QLO0Ul0L4Yzc3l49EQ2amKU_IdXPUQwlQT6iXgupYjrV8kOsiDCIwwnGrQ0_r8yjb-25jy3-vA"
                + "8PnN\",\"crv\":\"P-521\"}, { name: 'ECDSA', namedCurve: 'P-521' }, ['verify']); return [await subtle.verify({ "
                + "name: 'ECDSA', hash: 'SHA-256' }, key, of64('AddEqyTr9ydiPF+Ro1PNFQt5gE+XXeY7ZCAsfzZcnv5EfDrQRCDVf+jRmW6qVZAih"
                + "H2s63AI6I/xdWifFS1FunNlATvmm16bCrjB+eLdAep2br9IPzUfqLth7HS/5bK9MUNOF4Woc0tDQuZLJ1yBWjTrT/gAc5E9CHQFTDPsGyHsPre"
                + "z'), utf8('text')), base64(await subtle.exportKey('raw', key)) === "
                + "'BAGHLUo6/NJGCJQso5lsLi2uRy+W+AeSZmoyWhyUqVsekrmZmUVYy15gutrSQVkEypqHb0EiUwBTmFSFdfFqaIeXxQBietVsOitUCztFJdC+G"
                + "M3N5ePRENmpilPyHVz1EMJUE+ol4LqWI61fJDrIgwiMMJxq0NP6/Mo2/tuY8t/rwPD5zQ=='] }",
                "[true,true]"),
            new("globals crypto.subtle.generateKey",
                "{ const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-521' }, true, ['sign', 'verify']); "
                + "const signed = await subtle.sign({ name: 'ECDSA', hash: 'SHA-512' }, pair.privateKey, utf8('a')); const again "
                + "= await subtle.importKey('jwk', await subtle.exportKey('jwk', pair.privateKey), { name: 'ECDSA', namedCurve: "
                + "'P-521' }, false, ['sign']); return [again.type, signed.byteLength, await subtle.verify({ name: 'ECDSA', "
                + "hash: 'SHA-512' }, pair.publicKey, signed, utf8('a'))] }",
                "[\"private\",132,true]"),
            new("globals crypto.subtle.importKey",
                "await jwk({\"kty\":\"EC\",\"x\":\"3DhV9JMgDWPovq_I_XhbzgxxtujURnpGbiuCjNmuo1mNPk9j1WUDxHXLbGMatCbk\",\"y\":\"JAtdQ_-kq7xD"
                + "Og7aK8_QxDHrc3B7Ls-3NCSQqfjO5Z_VChbcIjYxZuWjCSnXBZpw\",\"crv\":\"P-384\"}, { name: 'ECDSA', namedCurve: 'P-256' }, "
                + "['verify']).catch((e) => e.name + ': ' + e.message)",
                "\"DataError: the key is of another curve than P-256: 'P-384'\""),
            new("globals crypto.subtle.deriveBits",
                "hex(await subtle.deriveBits({ name: 'ECDH', public: await subtle.importKey('raw', "
                + "of64('BLFdrZZ6MKyA6NSYpdyzPNnz2r9lXhxrboAA+E8FMNuH7YqGyv1DafHqeHPHH20wXO8UKjrwpdwEsQLGEf89wHc='), { name: "
                + "'ECDH', namedCurve: 'P-256' }, true, []) }, await subtle.importKey('pkcs8', "
                + "of64('MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQO4xZFl/hKUrTKaK525c2Ww2HGWohtnOUAOghKHh+D2hRANCAAQzy7uz"
                + "KhfTL5ogXGvaQVq5ca7VPlzFvEGMU0u/tVPLkOA56yXKW5p6oZKq3oByLFGpYdZbhTt8+xrbETykDBnv'), { name: 'ECDH', "
                + "namedCurve: 'P-256' }, true, ['deriveBits']), 256))",
                "\"478991b1bfd74448b6d6b74dd6f45f567b71430c78348e1261791bae360ed0b7\""),
            new("globals crypto.subtle.deriveBits",
                "hex(await subtle.deriveBits({ name: 'ECDH', public: await subtle.importKey('raw', "
                + "of64('BLFdrZZ6MKyA6NSYpdyzPNnz2r9lXhxrboAA+E8FMNuH7YqGyv1DafHqeHPHH20wXO8UKjrwpdwEsQLGEf89wHc='), { name: "
                + "'ECDH', namedCurve: 'P-256' }, true, []) }, await subtle.importKey('pkcs8', "
                + "of64('MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQO4xZFl/hKUrTKaK525c2Ww2HGWohtnOUAOghKHh+D2hRANCAAQzy7uz"
                + "KhfTL5ogXGvaQVq5ca7VPlzFvEGMU0u/tVPLkOA56yXKW5p6oZKq3oByLFGpYdZbhTt8+xrbETykDBnv'), { name: 'ECDH', "
                + "namedCurve: 'P-256' }, true, ['deriveBits']), null)).length",
                "64"),
            new("globals crypto.subtle.deriveBits",
                "await subtle.deriveBits({ name: 'ECDH', public: await subtle.importKey('raw', "
                + "of64('BLFdrZZ6MKyA6NSYpdyzPNnz2r9lXhxrboAA+E8FMNuH7YqGyv1DafHqeHPHH20wXO8UKjrwpdwEsQLGEf89wHc='), { name: "
                + "'ECDH', namedCurve: 'P-256' }, true, []) }, await subtle.importKey('pkcs8', "
                + "of64('MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQO4xZFl/hKUrTKaK525c2Ww2HGWohtnOUAOghKHh+D2hRANCAAQzy7uz"
                + "KhfTL5ogXGvaQVq5ca7VPlzFvEGMU0u/tVPLkOA56yXKW5p6oZKq3oByLFGpYdZbhTt8+xrbETykDBnv'), { name: 'ECDH', "
                + "namedCurve: 'P-256' }, true, ['deriveBits']), 264).catch((e) => e.name)",
                "\"OperationError\""),
            new("globals crypto.subtle.deriveKey",
                "hex(await subtle.exportKey('raw', await subtle.deriveKey({ name: 'ECDH', public: await "
                + "subtle.importKey('raw', of64('BLFdrZZ6MKyA6NSYpdyzPNnz2r9lXhxrboAA+E8FMNuH7YqGyv1DafHqeHPHH20wXO8UKjrwpdwEsQLG"
                + "Ef89wHc='), { name: 'ECDH', namedCurve: 'P-256' }, true, []) }, await subtle.importKey('pkcs8', "
                + "of64('MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQO4xZFl/hKUrTKaK525c2Ww2HGWohtnOUAOghKHh+D2hRANCAAQzy7uz"
                + "KhfTL5ogXGvaQVq5ca7VPlzFvEGMU0u/tVPLkOA56yXKW5p6oZKq3oByLFGpYdZbhTt8+xrbETykDBnv'), { name: 'ECDH', "
                + "namedCurve: 'P-256' }, true, ['deriveKey']), { name: 'AES-GCM', length: 128 }, true, ['encrypt'])))",
                "\"478991b1bfd74448b6d6b74dd6f45f56\""),
            new("globals crypto.subtle.deriveBits",
                "{ const [a, b] = [await pair(), await pair()]; const [one, two] = [await subtle.deriveBits({ name: 'ECDH', "
                + "public: b.publicKey }, a.privateKey, 384), await subtle.deriveBits({ name: 'ECDH', public: a.publicKey }, "
                + "b.privateKey, 384)]; return [hex(one) === hex(two), one.byteLength] }",
                "[true,48]"),
            new("globals crypto.subtle.deriveBits",
                "hex(await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: utf8('salt'), iterations: 1000 }, await "
                + "subtle.importKey('raw', utf8('password'), 'PBKDF2', false, ['deriveBits']), 256))",
                "\"632c2812e46d4604102ba7618e9d6d7d2f8128f6266b4a03264d2a0460b7dcb3\""),
            new("globals crypto.subtle.deriveBits",
                "hex(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: utf8('salt'), info: utf8('info') }, await "
                + "subtle.importKey('raw', utf8('password'), 'HKDF', false, ['deriveBits']), 256))",
                "\"38cfafc6eba0b5e2ae3b8e179ec92af63213abc9729f1c26c76ac5e8fb863758\""),
            new("globals crypto.subtle.deriveKey",
                "hex(await subtle.exportKey('raw', await subtle.deriveKey({ name: 'PBKDF2', hash: 'SHA-1', salt: utf8('salt'), "
                + "iterations: 10 }, await subtle.importKey('raw', utf8('password'), 'PBKDF2', false, ['deriveKey']), { name: "
                + "'AES-CBC', length: 256 }, true, ['encrypt'])))",
                "\"ae3fe5f5707e07f3e7c117fb885cd052a6fcd77a4a7bcc3d30539407bd172fa4\""),
            new("globals crypto.subtle.deriveKey",
                "(await subtle.exportKey('raw', await subtle.deriveKey({ name: 'PBKDF2', hash: 'SHA-1', salt: utf8('salt'), "
                + "iterations: 10 }, await subtle.importKey('raw', utf8('password'), 'PBKDF2', false, ['deriveKey']), { name: "
                + "'HMAC', hash: 'SHA-256' }, true, ['sign']))).byteLength",
                "64"),
            new("globals crypto.subtle.deriveKey",
                "await subtle.importKey('raw', utf8('password'), 'PBKDF2', true, ['deriveKey']).catch((e) => e.name)",
                "\"SyntaxError\""),
            new("globals crypto.subtle.generateKey",
                "{ const key = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']); "
                + "return [(await subtle.exportKey('raw', key)).byteLength, key.algorithm, (await subtle.exportKey('jwk', "
                + "key)).alg] }",
                "[32,{\"name\":\"AES-GCM\",\"length\":256},\"A256GCM\"]"),
            new("globals crypto.subtle.generateKey",
                "[(await subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, true, ['sign'])).algorithm.length, (await "
                + "subtle.generateKey({ name: 'HMAC', hash: 'SHA-512' }, true, ['sign'])).algorithm.length]",
                "[512,1024]"),
            new("globals crypto.subtle.generateKey",
                "{ const { publicKey, privateKey } = await subtle.generateKey({ name: 'RSA-OAEP', modulusLength: 1024, "
                + "publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, false, ['encrypt', 'decrypt']); return "
                + "[publicKey.usages, publicKey.extractable, privateKey.usages, privateKey.extractable, plain(await "
                + "subtle.decrypt('RSA-OAEP', privateKey, await subtle.encrypt('RSA-OAEP', publicKey, utf8('a'))))] }",
                "[[\"encrypt\"],true,[\"decrypt\"],false,\"a\"]"),
            new("globals crypto.subtle.generateKey",
                "await subtle.generateKey({ name: 'AES-CBC', length: 100 }, true, ['encrypt']).catch((e) => e.name + ': ' + "
                + "e.message)",
                "\"OperationError: a key of AES-CBC has 128, 192 or 256 bits\""),
            new("globals crypto.subtle.generateKey",
                "await subtle.generateKey({ name: 'PBKDF2' }, true, ['deriveBits']).catch((e) => e.name)",
                "\"NotSupportedError\""),
            new("globals crypto.subtle.importKey",
                "{ try { new CryptoKey() } catch (e) { return e.message } }",
                "\"keys come from importKey(), generateKey() and deriveKey()\""),
        ],
        initialize: $$"""
            const subtle = crypto.subtle, rsa = {{RsaKey}}, long = 'a text of more than sixteen bytes';
            const aes = new Uint8Array(16).map((_, i) => i), iv = new Uint8Array(16).map((_, i) => 16 + i);
            const utf8 = (t) => new TextEncoder().encode(t), plain = (b) => new TextDecoder().decode(b), hex = (b) => kc.hexEncode(b);
            const bytes = (h) => Uint8Array.from(h.match(/../g), (b) => parseInt(b, 16));
            const base64 = (b) => encoding.b64encode(b), of64 = (t) => encoding.b64decode(t);
            const raw = (t, algorithm, usages) => subtle.importKey('raw', utf8(t), algorithm, true, usages);
            const jwk = (key, algorithm, usages) => subtle.importKey('jwk', key, algorithm, true, usages);
            const pair = () => subtle.generateKey({ name: 'ECDH', namedCurve: 'P-384' }, true, ['deriveBits']);
            """);

    public static TheoryData<int, string> Rows => Table.RowsOf(Group);

    [Theory, MemberData(nameof(Rows))]
    public Task Conforms(int index, string expression) => Table.ConformsAsync(Group, index, expression);
}
