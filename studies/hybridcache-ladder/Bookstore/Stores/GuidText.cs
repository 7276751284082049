using System.Data;
using Dapper;

namespace Bookstore.Stores;

/// <summary>Tells Dapper that SQLite, which has no type for GUIDs, stores them as text.</summary>
internal sealed class GuidText : SqlMapper.TypeHandler<Guid>
{
    public override Guid Parse(object value) => Guid.Parse((string)value);

    public override void SetValue(IDbDataParameter parameter, Guid value) => parameter.Value = value;
}
