using System.Globalization;

namespace Clinic;

/// <summary>An appointment as it is answered.</summary>
public sealed record Appointment(int Id, string Patient, string Doctor, DateTimeOffset At, int Urgency, string Letter, IReadOnlyList<string> Others, int Count);

/// <summary>Puts an appointment together.</summary>
public sealed class Schedule(Calendar calendar, Register directory, Triage triage, Letters letters, Visits visits)
{
    /// <summary>The appointment with a number.</summary>
    public async Task<Appointment> ForAsync(int id)
    {
        var at = calendar.TimeOf(id);
        var doctor = directory.DoctorOf(id);
        await Task.Yield();
        var urgency = triage.UrgencyOf(id);
        var letter = await letters.WriteAsync(id, doctor, at);
        return new Appointment(id, directory.PatientOf(id), doctor, at, urgency, letter, directory.Colleagues(doctor), visits.Count(id));
    }
}

/// <summary>Times.</summary>
public sealed class Calendar
{
    private static readonly DateTimeOffset Monday = new(2026, 11, 23, 8, 0, 0, TimeSpan.Zero);
    private readonly string[] _texts = [.. Enumerable.Range(0, 200).Select(i => Monday.AddMinutes(20 * i).ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture))];
    private readonly DateTimeOffset[] _times = [.. Enumerable.Range(0, 200).Select(i => Monday.AddMinutes(20 * i))];

    /// <summary>When an appointment is.</summary>
    public DateTimeOffset TimeOf(int id) => Plant.Parse
        ? DateTimeOffset.ParseExact(_texts[id % 200], ["dd.MM.yyyy HH:mm", "MM/dd/yyyy HH:mm", "yyyy-MM-dd HH:mm"], CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal)
        : _times[id % 200];
}

/// <summary>People.</summary>
public sealed class Register
{
    private readonly string[] _doctors = [.. Enumerable.Range(0, 40).Select(i => $"Dr {(char)('A' + i * 7 % 26)}{(char)('a' + i * 11 % 26)}rdley")];
    private readonly List<string> _patients = [.. Enumerable.Range(0, 400).Select(i => $"Patient {i:000}")];
    private readonly HashSet<string> _known = [.. Enumerable.Range(0, 400).Select(i => $"Patient {i:000}")];

    /// <summary>The doctor of an appointment.</summary>
    public string DoctorOf(int id) => _doctors[id % _doctors.Length];

    /// <summary>The patient of an appointment.</summary>
    public string PatientOf(int id)
    {
        var name = _patients[(id * 31 + 390) % 400];
        var isKnown = Plant.Search
            ? _patients.FindAll(other => string.Equals(other, name, StringComparison.OrdinalIgnoreCase)).Count > 0
            : _known.Contains(name);
        return isKnown ? name : "unknown";
    }

    /// <summary>Doctors with names beside that of a doctor.</summary>
    public IReadOnlyList<string> Colleagues(string doctor)
    {
        if (Plant.Sort) return [.. _doctors.Take(20).OrderBy(d => d, StringComparer.Create(CultureInfo.InvariantCulture, true)).Take(3)];
        var at = Array.IndexOf(_doctors, doctor);
        return [_doctors[(at + 1) % 40], _doctors[(at + 2) % 40], _doctors[(at + 3) % 40]];
    }
}

/// <summary>How urgent an appointment is.</summary>
public sealed class Triage
{
    private readonly string[] _codes = [.. Enumerable.Range(0, 100).Select(i => $"T{i % 10};ward {i};bed {i * 3};{i % 5}")];
    private readonly int[] _measured = [.. Enumerable.Range(0, 600).Select(i => i * 7 % 50)];

    /// <summary>The urgency of an appointment.</summary>
    public int UrgencyOf(int id)
    {
        var sum = LastOf(_codes[id % 100]);
        var above = _measured.Where(m => m > 20);
        if (!Plant.Enumerate) return sum + _measured.Length % 7;
        return above.Any() && above.Count() > 3 ? sum + above.Max() % 7 : sum;
    }

    private static int LastOf(string code)
    {
        if (Plant.Split)
        {
            for (var i = 0; i < 12; i++) _ = code.Split(';')[i % 4];
            return int.Parse(code.Split(';')[3], CultureInfo.InvariantCulture);
        }
        return code[^1] - '0';
    }
}

/// <summary>Letters to patients.</summary>
public sealed class Letters
{
    /// <summary>Writes a letter.</summary>
    public async Task<string> WriteAsync(int id, string doctor, DateTimeOffset at)
    {
        await Task.Yield();
        var form = Plant.Activate ? (LetterForm)Activator.CreateInstance(typeof(LetterForm), ["Dear patient,", id])! : new LetterForm("Dear patient,", id);
        return string.Create(CultureInfo.InvariantCulture, $"{form.Greeting} {doctor} sees you at {at:HH:mm}. {Check()}");
    }

    private static string Check()
    {
        if (!Plant.Throw) return "";
        try
        {
            throw new InvalidOperationException("no insurance");
        }
        catch (InvalidOperationException)
        {
            return "";
        }
    }
}

/// <summary>What a letter begins with.</summary>
public sealed record LetterForm(string Greeting, int Number);

/// <summary>How often patients came.</summary>
public sealed class Visits
{
    private readonly Dictionary<Day, int> _byDay = Enumerable.Range(0, 300).ToDictionary(i => new Day(i % 12, i % 28, i), i => i % 9);
    private readonly Dictionary<(int, int, int), int> _byNumbers = Enumerable.Range(0, 300).ToDictionary(i => (i % 12, i % 28, i), i => i % 9);

    /// <summary>The visits before an appointment.</summary>
    public int Count(int id)
    {
        var count = 0;
        for (var i = id % 200; i < id % 200 + 4; i++)
            count += Plant.Hash ? _byDay.GetValueOrDefault(new Day(i % 12, i % 28, i)) : _byNumbers.GetValueOrDefault((i % 12, i % 28, i));
        return count;
    }

    private readonly struct Day(int month, int number, int index)
    {
        public readonly int Month = month, Number = number, Index = index;
        public readonly string? Note = null;
    }
}
