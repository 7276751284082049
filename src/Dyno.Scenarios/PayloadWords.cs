namespace Dyno.Scenarios;

/// <summary>Members for optional values, as code written for F# libraries uses them. In Dyno a payload is the value itself, or null.</summary>
#pragma warning disable CA1708 // the names of the blocks are the compiler's
public static class PayloadWords
#pragma warning restore CA1708
{
    extension(HttpResponseMessage? payload)
    {
        /// <summary>The answer itself.</summary>
        /// <exception cref="InvalidOperationException">There is no answer.</exception>
        public HttpResponseMessage Value => payload ?? throw NoAnswer();

        /// <summary>Whether there is an answer.</summary>
        public bool IsSome() => payload is not null;

        /// <summary>Whether there is no answer.</summary>
        public bool IsNone() => payload is null;
    }

    extension<T>(HttpResponse<T>? payload)
    {
        /// <summary>The answer itself.</summary>
        /// <exception cref="InvalidOperationException">There is no answer.</exception>
        public HttpResponse<T> Value => payload ?? throw NoAnswer();

        /// <summary>Whether there is an answer.</summary>
        public bool IsSome() => payload?.Response is not null;

        /// <summary>Whether there is no answer.</summary>
        public bool IsNone() => payload?.Response is null;
    }

    extension(ThresholdRecord threshold)
    {
        /// <summary>Whether the threshold did not hold.</summary>
        public bool IsFailed => !threshold.Passed;
    }

    private static InvalidOperationException NoAnswer() => new("the request had no answer: look at IsError and Message first");
}
