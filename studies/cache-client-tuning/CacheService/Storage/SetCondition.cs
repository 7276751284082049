using Dyno.Caching.Protocol;
using Google.Protobuf;
using Grpc.Core;

namespace CacheService.Storage;

/// <summary>The condition on the present item (null: none) under which another item replaces it.</summary>
internal sealed record SetCondition(Func<ByteString?, bool> Holds)
{
    public static SetCondition Absent { get; } = new(present => present is null);

    public static SetCondition Of(_SetIfRequest request) => request.ConditionCase switch
    {
        _SetIfRequest.ConditionOneofCase.Present => new(present => present is not null),
        _SetIfRequest.ConditionOneofCase.PresentAndNotEqual =>
            new(present => present is not null && present != request.PresentAndNotEqual.ValueToCheck),
        _SetIfRequest.ConditionOneofCase.Absent => Absent,
        _SetIfRequest.ConditionOneofCase.Equal => new(present => present == request.Equal.ValueToCheck),
        _SetIfRequest.ConditionOneofCase.AbsentOrEqual => new(present => present is null || present == request.AbsentOrEqual.ValueToCheck),
        _SetIfRequest.ConditionOneofCase.NotEqual => new(present => present != request.NotEqual.ValueToCheck),
        _ => throw new RpcException(new Status(StatusCode.InvalidArgument, "SetIf has no condition: name one")),
    };
}
