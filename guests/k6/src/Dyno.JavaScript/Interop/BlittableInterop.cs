// Every P/Invoke of this assembly has only blittable parameters, so no marshalling code is generated.
[assembly: DisableRuntimeMarshalling]
