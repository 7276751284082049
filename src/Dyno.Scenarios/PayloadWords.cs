using Dyno.Results.Runs;

namespace Dyno.Scenarios;

/// <summary>Words for what may be missing, as code from F# libraries has them. Here a payload is the value itself, or null.</summary>
#pragma warning disable CA1708 // the names of the blocks are the compiler's
public static class PayloadWords
#pragma warning restore CA1708
{
    extension(HttpResponseMessage? payload)
    {
        /// <summary>The answer itself.</summary>
        /// <exception cref="InvalidOperationException">There is none.</exception>
        public HttpResponseMessage Value => payload ?? throw NoAnswer();

        /// <summary>Whether there is an answer.</summary>
        public bool IsSome() => payload is not null;

        /// <summary>Whether there is none.</summary>
        public bool IsNone() => payload is null;
    }

    extension<T>(HttpResponse<T>? payload)
    {
        /// <summary>The answer itself.</summary>
        /// <exception cref="InvalidOperationException">There is none.</exception>
        public HttpResponse<T> Value => payload ?? throw NoAnswer();

        /// <summary>Whether there is an answer.</summary>
        public bool IsSome() => payload?.Response is not null;

        /// <summary>Whether there is none.</summary>
        public bool IsNone() => payload?.Response is null;
    }

    extension(ThresholdRecord threshold)
    {
        /// <summary>Whether it did not hold.</summary>
        public bool IsFailed => !threshold.Passed;
    }

    private static InvalidOperationException NoAnswer() => new("the request had no answer: look at IsError and Message first");
}
