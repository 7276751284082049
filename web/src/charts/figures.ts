import type { Unit } from "./chart";

/** Numbers on axes and under the cursor, spelled as in the rest of the report (Figure.cs). */
export function figure(value: number, unit: Unit): string {
  switch (unit) {
    case "time": return time(value);
    case "rate": return `${digits(value)}/s`;
    case "memory": return memory(value);
    case "ratio": return `× ${value.toFixed(3)}`;
    default: return digits(value);
  }
}

/**
 * Shorter, for the ticks of an axis: 20k instead of 20,000. All ticks of an axis are in the step of its largest one: 5k beside
 * 20k, 0.5 ms beside 2 ms.
 */
export function tick(value: number, unit: Unit, largest = value): string {
  if (value === 0) return unit === "ratio" ? "×0" : "0";
  switch (unit) {
    case "time": return time(value, largest);
    case "memory": return memory(value, largest);
    case "ratio": return `×${trimmed(value)}`;
    default: return short(value, largest);
  }
}

/** Seconds since the start: 45 s, 2:30. */
export function clock(seconds: number): string {
  if (seconds < 0) return `−${clock(-seconds)}`;
  if (seconds < 60) return `${trimmed(seconds)} s`;
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A place on the scale of nines: p50, p99.9. */
export function percentile(nines: number): string {
  const share = 100 * (1 - 10 ** -nines);
  return `p${Number(share.toFixed(Math.max(1, Math.ceil(nines))))}`;
}

function time(nanos: number, largest?: number): string {
  const steps: [number, number, string][] = [[999.5, 1, "ns"], [999.5e3, 1e3, "µs"], [999.5e6, 1e6, "ms"], [Infinity, 1e9, "s"]];
  const [, step, unit] = steps.find(([limit]) => Math.abs(largest ?? nanos) < limit)!;
  const value = nanos / step;
  return `${largest !== undefined ? trimmed(value) : unit === "ns" ? Math.round(value) : digits(value)} ${unit}`;
}

function memory(bytes: number, largest?: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let at = 0;
  for (let size = Math.abs(largest ?? bytes); size >= 0.9995 * 1024 && at < units.length - 1; at++, size /= 1024) bytes /= 1024;
  return `${largest !== undefined ? trimmed(bytes) : at === 0 ? Math.round(bytes) : digits(bytes)} ${units[at]}`;
}

function digits(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size < 0.9995) return trimmed(value);
  if (size < 9.995) return value.toFixed(2);
  if (size < 99.95) return value.toFixed(1);
  return Math.round(value).toLocaleString("en");
}

function short(value: number, largest: number): string {
  const size = Math.abs(largest);
  if (size >= 1e6) return `${trimmed(value / 1e6)}M`;
  if (size >= 1e4) return `${trimmed(value / 1e3)}k`;
  return size >= 1000 ? value.toLocaleString("en") : trimmed(value);
}

function trimmed(value: number): string {
  return String(Number(value.toFixed(3)));
}
