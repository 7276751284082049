using System.Data;
using Dapper;

namespace Bookstore.Stores;

/// <summary>SQLite has no type for a guid: the provider keeps it as text, and Dapper must be told.</summary>
internal sealed class GuidText : SqlMapper.TypeHandler<Guid>
{
    public override Guid Parse(object value) => Guid.Parse((string)value);

    public override void SetValue(IDbDataParameter parameter, Guid value) => parameter.Value = value;
}
