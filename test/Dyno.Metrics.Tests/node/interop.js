// Answers a JSON array of jobs from stdin with a JSON array of results on stdout, using hdr-histogram-js.
"use strict";
const hdr = require("hdr-histogram-js");

const bits = 64; // counts as doubles: whole up to 2^53

function build(job) {
  const histogram = hdr.build({
    bitBucketSize: bits,
    lowestDiscernibleValue: job.lowest ?? 1,
    highestTrackableValue: job.highest,
    numberOfSignificantValueDigits: job.digits,
  });
  for (const [value, count] of job.values) histogram.recordValueWithCount(value, count);
  return histogram;
}

function describe(histogram) {
  const counts = [];
  for (let i = 0; i < histogram.countsArrayLength; i++) {
    const count = histogram.getCountAtIndex(i);
    if (count !== 0) counts.push([i, count]);
  }
  return {
    count: histogram.totalCount,
    max: histogram.maxValue,
    minNonZero: counts.length === 0 ? 0 : histogram.minNonZeroValue,
    mean: histogram.mean,
    stdDev: histogram.stdDeviation,
    highest: histogram.highestTrackableValue,
    digits: histogram.numberOfSignificantValueDigits,
    percentiles: [50, 75, 90, 95, 99, 99.9, 100].map((p) => histogram.getValueAtPercentile(p)),
    counts,
  };
}

const jobs = {
  encode: (job) => {
    const histogram = build(job);
    return { ...describe(histogram), base64: hdr.encodeIntoCompressedBase64(histogram) };
  },
  decode: (job) => describe(hdr.decodeFromCompressedBase64(job.base64, bits)),
  writeLog: (job) => {
    let text = "";
    const writer = new hdr.HistogramLogWriter((part) => (text += part));
    writer.outputLogFormatVersion();
    writer.outputStartTime(job.startMillis);
    writer.outputLegend();
    for (const interval of job.intervals) {
      const histogram = build(interval);
      if (interval.tag) histogram.tag = interval.tag;
      writer.outputIntervalHistogram(histogram, interval.start, interval.end, 1000000);
    }
    return { text };
  },
  readLog: (job) => {
    const reader = new hdr.HistogramLogReader(job.text, bits);
    const intervals = [];
    for (let next = reader.nextIntervalHistogram(); next !== null; next = reader.nextIntervalHistogram()) {
      intervals.push({
        tag: next.tag === "NO TAG" ? null : next.tag,
        startMillis: next.startTimeStampMsec,
        endMillis: next.endTimeStampMsec,
        histogram: describe(next),
      });
    }
    return { tags: hdr.listTags(job.text), intervals };
  },
};

let input = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => (input += chunk));
process.stdin.on("end", () => {
  process.stdout.write(JSON.stringify(JSON.parse(input).map((job) => jobs[job.op](job))));
});
