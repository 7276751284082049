// The API's own shapes, generated from its description; only what the server sends as free JSON is told here.
import type { components } from "../generated/api";
import type { Chart, Unit } from "../charts/chart";

type Schemas = components["schemas"];
export type FolderView = Schemas["FolderView"];
export type FolderFile = Schemas["FolderFile"];
export type SessionView = Schemas["SessionView"];
export type Outline = Schemas["SessionOutline"];
export type OutlinedRequest = Schemas["OutlinedRequest"];
export type OutlinedLine = Schemas["OutlinedLine"];
export type SentRequest = Required<Omit<Schemas["SentRequest"], "problem">> & { problem?: string | null };
export type ImportPreview = Schemas["ImportPreview"];
export type OptionSection = Schemas["OptionSection"];
export type CommandOption = Schemas["CommandOption"];
export type OptionValue = Schemas["OptionValue"];
export type CommandView = Schemas["CommandView"];
export type LiveState = Schemas["LiveState"];
export type HistoryPage = Schemas["HistoryPage"];
export type MachineFinding = Schemas["MachineFindingView"];
export type DownloadFormat = Schemas["DownloadFormat"];
export type RunRow = Schemas["RunRow"];
export type ExperimentRow = Schemas["ExperimentRow"];
export type FormVariant = Required<Schemas["FormVariant"]>;
export type ExperimentForm = Required<Omit<Schemas["ExperimentForm"], "variants">> & { variants: FormVariant[] };
export type ExperimentCheck = Schemas["ExperimentCheck"];

/** What every view needs. */
export interface Shared { folder: FolderView; live: LiveState[] }

export interface ReportView { title: string; html: string; charts: Chart[]; tags: string[]; note: string }

/** A second of a run, as `--out json` writes it. */
export interface Snapshot {
  phase: string;
  elapsedSeconds: number;
  plannedSeconds: number;
  requests: number;
  failedRequests: number;
  iterations: number;
  droppedIterations: number;
  bytesSent: number;
  bytesReceived: number;
  requestsPerSecond: number;
  offeredPerSecond?: number;
  activeVirtualUsers: number;
  meanNanos?: number;
  p50Nanos?: number;
  p95Nanos?: number;
  p99Nanos?: number;
  maxNanos?: number;
  errors: Record<string, number>;
  server?: { figures: Record<string, number> };
  thresholds?: { metric: string; expression: string; passes: boolean; value?: number }[];
  health?: { state: "healthy" | "strained" | "void"; findings: { rule: string; state: string; message: string }[] };
}

/** A figure of the server in snapshots, and how to draw it. */
export interface LiveFigure { name: string; title: string; unit: Unit; factor: number }

export interface LiveDetail { state: LiveState; snapshots: Snapshot[]; log: string[]; figures: LiveFigure[] }
