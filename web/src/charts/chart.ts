/** A chart as Dyno.Reporting writes it: points only. The counterpart of Chart.cs. */
export interface Chart {
  id: string;
  title: string;
  summary: string;
  axis: "seconds" | "nines" | "categories" | "rates";
  unit: Unit;
  isLogarithmic: boolean;
  x: number[];
  labels: string[];
  lines: Line[];
  bands: Band[];
  fills?: Fill[];
}

export type Unit = "rate" | "time" | "count" | "memory" | "cores" | "ratio" | "number";

export interface Line {
  name: string;
  values: (number | null)[];
  role: string;
  style: "line" | "dashed" | "area" | "bars" | "dots";
}

export interface Band {
  from: number;
  to: number;
  label: string;
}

/** The room between two lines, filled. */
export interface Fill {
  upper: number;
  lower: number;
  role: string;
  alpha: number;
}
