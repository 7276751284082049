Console.Error.WriteLine("dyno: no command yet");
return 104;
