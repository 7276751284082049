global using System.Net;
global using Dyno.Testing;
global using Dyno.Testing.Servers;
