namespace CacheLab.Properties;

/// <summary>All properties, in the order of the table.</summary>
internal static class LabProperties
{
    public static ILabProperty[] All { get; } =
    [
        new WriteIsSeen("update-seen-on-same-node", Change.Set, onOther: false),
        new WriteIsSeen("update-seen-on-other-node", Change.Set, onOther: true),
        new WriteIsSeen("removal-seen-on-same-node", Change.Remove, onOther: false),
        new WriteIsSeen("removal-seen-on-other-node", Change.Remove, onOther: true),
        new WriteIsSeen("tag-removal-seen-on-same-node", Change.RemoveTag, onOther: false),
        new WriteIsSeen("tag-removal-seen-where-tag-was-read", Change.RemoveTag, onOther: true),
        new WriteIsSeen("tag-removal-seen-where-tag-was-read-l2", Change.RemoveTag, onOther: true, local: false),
        new LateNode(),
        new Stampede("stampede-one-node", nodes: 1),
        new Stampede("stampede-two-nodes", nodes: 2),
        new ChangeDuringFactory("removal-during-factory", Change.Remove),
        new ChangeDuringFactory("tag-removal-during-factory", Change.RemoveTag),
        new CorruptBytes(),
        new SourceFails(),
        new CallerLeaves(),
        new MutatedResult(),
        new LargeValue(),
        new LocalLife(),
        new RedisAway("redis-killed", redis => redis.Kill()),
        new RedisAway("redis-paused", redis => redis.Pause()),
        new StaleAfterRepair(),
    ];

    public static IEnumerable<string> Names => All.Select(p => p.Name);

    public static ILabProperty? Find(string name) => All.FirstOrDefault(p => p.Name == name);
}
