// The cache service of the study: the part of a published gRPC cache protocol that its article needs, in memory.
//
//   dyno run get.grpc.http --subject CacheService
//   CacheService --delay 20ms --caches orders,sessions --max-bytes 536870912 --streams 100
using CacheService;

var app = CacheServiceHost.Build(args);
app.Run();
