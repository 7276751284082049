import { colourOf, tinted, variable } from "./colours";

/** A frame of a differential flame graph, in microseconds of CPU time per request. Each stands behind the frame that calls it. */
interface FlameFrame {
  parent: number;
  name: string;
  kind: string;
  before: number;
  difference: number;
  half: number;
}

interface Box {
  frame: number;
  depth: number;
  left: number;
  width: number;
}

const rowHeight = 20;
const leastWidth = 1.5;

/** Draws every flame graph of a part of a page. Returns what draws them again in the colours of now. */
export function drawFlames(part: ParentNode): () => void {
  const graphs = [...part.querySelectorAll<HTMLElement>("figure.flame")].map((figure) => new Flame(figure));
  return () => graphs.forEach((graph) => graph.draw());
}

class Flame {
  private readonly frames: FlameFrame[];
  private readonly calls: number[][];
  private readonly canvas: HTMLCanvasElement;
  private readonly told: HTMLElement;
  private readonly most: number;
  private boxes: Box[] = [];
  private root = 0;
  private current = 0;
  private wanted = "";
  private isUpwards = false;
  private readonly isPlain: boolean; // of one program, without a difference

  constructor(figure: HTMLElement) {
    this.frames = JSON.parse(figure.querySelector("script")?.textContent ?? "[]") as FlameFrame[];
    this.calls = this.frames.map(() => []);
    this.frames.forEach((frame, index) => this.calls[frame.parent]?.push(index));
    this.isPlain = this.frames.every((frame) => frame.difference === 0 && frame.half === 0);
    this.most = Math.max(1e-9, ...this.frames.slice(1).filter(isCertain).map((frame) => Math.abs(frame.difference)));
    this.canvas = figure.querySelector("canvas")!;
    this.told = figure.querySelector(".told")!;
    this.listen(figure);
    new ResizeObserver(() => this.draw()).observe(figure);
    this.select(0);
  }

  private listen(figure: HTMLElement): void {
    figure.querySelector<HTMLInputElement>("input")!.addEventListener("input", (event) => {
      this.wanted = (event.target as HTMLInputElement).value.trim().toLowerCase();
      this.draw();
      this.tellFound();
    });
    const [whole, turn] = figure.querySelectorAll("button");
    whole!.addEventListener("click", () => this.zoom(0));
    turn!.addEventListener("click", () => {
      this.isUpwards = !this.isUpwards;
      turn!.setAttribute("aria-pressed", String(this.isUpwards));
      this.draw();
    });
    this.canvas.addEventListener("mousemove", (event) => {
      const box = this.boxAt(event.offsetX, event.offsetY);
      if (box && box.frame !== this.current) this.select(box.frame);
    });
    this.canvas.addEventListener("click", (event) => {
      const box = this.boxAt(event.offsetX, event.offsetY);
      if (box) this.zoom(box.frame);
    });
    this.canvas.addEventListener("keydown", (event) => {
      if (this.move(event.key)) event.preventDefault();
    });
  }

  // Arrows go along the tree, as in a tree of files; Enter zooms, Escape shows everything.
  private move(key: string): boolean {
    const { parent } = this.frames[this.current] ?? { parent: -1 };
    const beside = this.calls[parent] ?? [];
    const place = beside.indexOf(this.current);
    const next =
      key === "ArrowDown" ? this.calls[this.current]?.[0]
      : key === "ArrowUp" ? (this.current === this.root ? undefined : parent)
      : key === "ArrowRight" ? beside[place + 1]
      : key === "ArrowLeft" ? beside[place - 1]
      : undefined;
    if (key === "Enter") this.zoom(this.current);
    else if (key === "Escape") this.zoom(0);
    else if (next !== undefined && next >= 0) this.select(next);
    else return key.startsWith("Arrow");
    return true;
  }

  private zoom(frame: number): void {
    this.root = frame;
    this.select(frame);
  }

  private select(frame: number): void {
    this.current = frame;
    this.tell(frame);
    this.draw();
  }

  private tell(index: number): void {
    const frame = this.frames[index];
    if (!frame) return;
    if (this.isPlain) {
      this.told.textContent = `${frame.name}: ${frame.before.toFixed(1)} (${((100 * frame.before) / this.frames[0]!.before).toFixed(1)} %)`;
      return;
    }
    const noise = isCertain(frame) ? "" : ", within noise";
    this.told.textContent = `${frame.name}: ${signed(frame.difference)} µs per request (${signed(frame.difference - frame.half)} to ${signed(frame.difference + frame.half)})${noise}; before ${frame.before.toFixed(1)} µs`;
  }

  private tellFound(): void {
    const found = this.frames.filter((frame) => this.isFound(frame)).length;
    this.told.textContent = this.wanted === "" ? "" : `${found} ${found === 1 ? "frame" : "frames"} found`;
  }

  private isFound(frame: FlameFrame): boolean {
    return this.wanted !== "" && frame.name.toLowerCase().includes(this.wanted);
  }

  private boxAt(x: number, y: number): Box | undefined {
    return this.boxes.find((box) => x >= box.left && x < box.left + box.width && y >= this.topOf(box) && y < this.topOf(box) + rowHeight);
  }

  private topOf(box: Box): number {
    return (this.isUpwards ? this.depth - 1 - box.depth : box.depth) * rowHeight;
  }

  private get depth(): number {
    return 1 + Math.max(0, ...this.boxes.map((box) => box.depth));
  }

  // Callers of the frame that is zoomed to stay above it, across the whole width.
  private layOut(width: number): void {
    const above: number[] = [];
    for (let at = this.frames[this.root]?.parent ?? -1; at >= 0; at = this.frames[at]!.parent) above.unshift(at);
    this.boxes = above.map((frame, depth) => ({ frame, depth, left: 0, width }));
    this.place(this.root, above.length, 0, width);
  }

  private place(index: number, depth: number, left: number, width: number): void {
    if (width < leastWidth) return;
    this.boxes.push({ frame: index, depth, left, width });
    const calls = this.calls[index] ?? [];
    const whole = Math.max(widthOf(this.frames[index]!), calls.reduce((sum, call) => sum + widthOf(this.frames[call]!), 0));
    for (const call of calls) {
      const share = (width * widthOf(this.frames[call]!)) / whole;
      this.place(call, depth + 1, left, share);
      left += share;
    }
  }

  draw(): void {
    const width = this.canvas.parentElement!.clientWidth;
    if (width === 0 || this.frames.length === 0) return;
    this.layOut(width);
    const height = this.depth * rowHeight;
    const scale = devicePixelRatio;
    Object.assign(this.canvas, { width: width * scale, height: height * scale });
    this.canvas.style.height = `${height}px`;
    const pen = this.canvas.getContext("2d")!;
    pen.scale(scale, scale);
    pen.font = "12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    for (const box of this.boxes) this.drawBox(pen, box);
  }

  private drawBox(pen: CanvasRenderingContext2D, box: Box): void {
    const frame = this.frames[box.frame]!;
    const top = this.topOf(box);
    pen.fillStyle = this.colourFor(frame);
    pen.fillRect(box.left, top, Math.max(1, box.width - 1), rowHeight - 1);
    if (box.frame === this.current || this.isFound(frame)) {
      pen.strokeStyle = variable("--text");
      pen.lineWidth = this.isFound(frame) ? 2 : 1;
      pen.strokeRect(box.left + 1, top + 1, Math.max(1, box.width - 3), rowHeight - 3);
    }
    if (box.width < 40) return;
    pen.save();
    pen.beginPath();
    pen.rect(box.left, top, box.width - 4, rowHeight);
    pen.clip();
    pen.fillStyle = variable("--text");
    const label = isCertain(frame) ? `${signed(frame.difference)} ${shortName(frame.name)}` : shortName(frame.name);
    pen.fillText(label, box.left + 4, top + rowHeight / 2);
    pen.restore();
  }

  // Orange costs more, blue costs less: the two are told apart with every kind of colour blindness. Grey is noise.
  private colourFor(frame: FlameFrame): string {
    if (this.isPlain) return frame.kind === "user" ? tinted(colourOf("first"), 0.6) : tinted(colourOf("quiet"), frame.kind === "framework" ? 0.2 : 0.35);
    if (!isCertain(frame)) return tinted(colourOf("quiet"), 0.3);
    return tinted(colourOf(frame.difference > 0 ? "second" : "first"), 0.3 + 0.6 * Math.min(1, Math.abs(frame.difference) / this.most));
  }
}

function isCertain(frame: FlameFrame): boolean {
  return Math.abs(frame.difference) > frame.half;
}

function widthOf(frame: FlameFrame): number {
  return Math.max(frame.before, frame.before + frame.difference, 0);
}

function signed(value: number): string {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(1)}`;
}

// The type and the method; names of libraries, which have dots of their own, stay whole.
function shortName(name: string): string {
  return /[[!]/.test(name) ? name : name.split(".").slice(-2).join(".");
}
