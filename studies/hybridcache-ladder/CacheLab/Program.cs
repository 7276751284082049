using CacheLab;
using CacheLab.Implementations;
using CacheLab.Properties;
using CacheLab.Redis;

if (LabOptions.Read(args, out var wrong) is not { } options)
{
    Console.Error.WriteLine($"cachelab: {wrong}");
    Console.Error.WriteLine($"  caches: {string.Join(", ", Registrations.Names)}");
    Console.Error.WriteLine($"  properties: {string.Join(", ", LabProperties.Names)}");
    return 104;
}
using var redis = options.RedisPort is { } port ? LabRedis.At(port) : LabRedis.Own();
var table = new LabTable();
foreach (var cache in options.Caches)
{
    foreach (var property in options.Properties)
    {
        var finding = await LabRun.OfAsync(property, cache, redis);
        Console.Error.WriteLine($"{cache.Name}, {property.Name}: {LabTable.Say(finding)}");
        table.Add(cache.Name, property.Name, finding);
    }
}
Console.WriteLine(table.Text());
if (options.FiguresFile is { } file) await File.WriteAllTextAsync(file, table.Figures(withCache: options.Caches.Length > 1));
return 0;
