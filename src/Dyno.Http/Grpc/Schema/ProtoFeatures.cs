namespace Dyno.Http;

/// <summary>
/// What the syntax or the edition of a .proto file means for its fields, with the features that the file and its parts set (protobuf.dev,
/// "Feature Settings for Editions"). The numbers are those of descriptor.proto.
/// </summary>
/// <param name="Presence">1 explicit, 2 implicit, 3 required.</param>
/// <param name="Repeated">1 packed, 2 expanded.</param>
/// <param name="Encoding">Of messages: 1 length-prefixed, 2 delimited, which is a group.</param>
internal readonly record struct ProtoFeatures(int Presence, int Repeated, int Encoding)
{
    private static readonly ProtoFeatures Proto2 = new(1, 2, 1);
    private static readonly ProtoFeatures Proto3 = new(2, 1, 1);
    private static readonly ProtoFeatures Editions = new(1, 1, 1); // of 2023 and 2024

    public bool IsImplicit => Presence == 2;

    public bool IsRequired => Presence == 3;

    public bool IsPacked => Repeated == 1;

    public bool IsDelimited => Encoding == 2;

    public static ProtoFeatures Of(FileDescriptorProto file) => (file.Syntax switch
    {
        "proto3" => Proto3,
        "editions" => Editions,
        _ => Proto2,
    }).With(file.Options?.Features);

    /// <summary>The features of a part that sets some of its own.</summary>
    public ProtoFeatures With(FeatureSet? own) => own is null ? this : new(
        Or((int)own.field_presence, Presence), Or((int)own.repeated_field_encoding, Repeated), Or((int)own.message_encoding, Encoding));

    private static int Or(int own, int inherited) => own == 0 ? inherited : own;
}
