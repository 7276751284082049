using System.Runtime.CompilerServices;

// Every P/Invoke of this room has blittable parameters only: no marshalling code is generated.
[assembly: DisableRuntimeMarshalling]
