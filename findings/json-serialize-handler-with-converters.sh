#!/bin/bash
# .NET SDK 10.0.401 (System.Text.Json of runtime 10.0.12): a source-generated contract in the mode Serialization whose own
# JsonSourceGenerationOptions name a converter has the generated method for a type, and the serializer never calls it, not even with the
# options of the context itself: it asks for metadata, which this mode has not, and throws. Without the converter the same contract works.
# Guessed: options that the generator has seen are options that its code fits.
# Seen: "without: {"name":"a"}; with: did not provide property metadata; the generated method itself: {"name":"a","colour":"RED"}".
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
cat > handlers.cs <<'CODE'
#:property PublishAot=false
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

var without = JsonSerializer.Serialize(new Plain("a"), PlainContext.Default.Plain);
string with;
try { with = JsonSerializer.Serialize(new Painted("a", Colour.Red), PaintedContext.Default.Painted); }
catch (InvalidOperationException e) { with = e.Message.Contains("did not provide property metadata") ? "did not provide property metadata" : e.Message; }
var buffer = new MemoryStream();
using (var writer = new Utf8JsonWriter(buffer)) PaintedContext.Default.Write(writer, new Painted("a", Colour.Red));
var line = $"without: {without}; with: {with}; the generated method itself: {Encoding.UTF8.GetString(buffer.ToArray())}";
Console.WriteLine(line);
return line == """without: {"name":"a"}; with: did not provide property metadata; the generated method itself: {"name":"a","colour":"RED"}""" ? 0 : 1;

record Plain(string Name);
record Painted(string Name, Colour Colour);
enum Colour { Red }

class Loud : JsonConverter<Colour>
{
    public override Colour Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => Enum.Parse<Colour>(reader.GetString()!, true);
    public override void Write(Utf8JsonWriter writer, Colour value, JsonSerializerOptions options) => writer.WriteStringValue(value.ToString().ToUpperInvariant());
}

[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Serialization, PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(Plain))]
partial class PlainContext : JsonSerializerContext;

[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Serialization, PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, Converters = [typeof(Loud)])]
[JsonSerializable(typeof(Painted))]
partial class PaintedContext : JsonSerializerContext
{
    public void Write(Utf8JsonWriter writer, Painted value) => PaintedSerializeHandler(writer, value);
}
CODE
dotnet run handlers.cs
