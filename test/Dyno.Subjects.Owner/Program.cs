using System.Globalization;

// Arguments: project, state folder. Starts the subject on a thread that ends, says its process id, and waits to be killed.
var options = new SubjectOptions { Project = args[0], StateFolder = args[1] };
var subject = await Task.Run(() => Subject.StartAsync(options));
await Console.Out.WriteLineAsync(subject.ProcessId.ToString(CultureInfo.InvariantCulture));
await subject.Ended;
