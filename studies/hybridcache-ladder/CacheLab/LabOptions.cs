using System.Globalization;
using CacheLab.Implementations;
using CacheLab.Properties;

namespace CacheLab;

/// <summary>
/// <c>CacheLab [--cache NAME]… [--property NAME]… [--redis PORT] [--figures FILE]</c>. Without names all caches or properties are tested.
/// </summary>
internal sealed record LabOptions(Registration[] Caches, ILabProperty[] Properties, int? RedisPort, string? FiguresFile)
{
    /// <summary>Reads the command line; null when it is wrong.</summary>
    public static LabOptions? Read(string[] args, out string wrong)
    {
        var (caches, properties, port, file) = (new List<Registration>(), new List<ILabProperty>(), (int?)null, Environment.GetEnvironmentVariable("DYNO_FIGURES"));
        for (var i = 0; i < args.Length; i += 2)
        {
            wrong = i + 1 == args.Length ? $"{args[i]} needs a value" : "";
            if (wrong.Length > 0) return null;
            var value = args[i + 1];
            switch (args[i])
            {
                case "--cache" when Registrations.Find(value) is { } cache: caches.Add(cache); break;
                case "--property" when LabProperties.Find(value) is { } property: properties.Add(property); break;
                case "--redis" when int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number is > 0 and < 65536:
                    port = number;
                    break;
                case "--figures": file = value; break;
                default:
                    wrong = args[i] is "--cache" or "--property" or "--redis" ? $"there is no {args[i][2..]} '{value}'" : $"there is no option '{args[i]}'";
                    return null;
            }
        }
        wrong = "";
        return new LabOptions(caches.Count > 0 ? [.. caches] : Registrations.All, properties.Count > 0 ? [.. properties] : LabProperties.All, port, file);
    }
}
