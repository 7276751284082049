using Dyno.Aspire.Hosting;

var builder = DistributedApplication.CreateBuilder(args);

var api = builder.AddProject<Projects.Api>("api");

builder.AddDyno("load")
    .WithLoad("orders.http", "--duration=10s", "--warmup=3s")
    .WithReference(api)
    .WaitFor(api);

builder.Build().Run();
