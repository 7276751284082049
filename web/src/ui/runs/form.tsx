import { useEffect, useMemo, useState } from "preact/hooks";
import { post, problemsOf } from "../api";
import { useLoaded } from "../loading";
import { address, go } from "../router";
import { Command, Problems, Waiting } from "../parts/parts";
import type { CommandOption, CommandView, LiveState, OptionSection, OptionValue, Shared } from "../types";

/** The options of a run. All of them stand in the address, and as the command line one would type. */
export function RunForm({ shared, query, command: verb = "run" }: { shared: Shared; query: URLSearchParams; command?: "run" | "tune" }) {
  const asked = query.get("target") ?? "";
  const loaded = useLoaded<OptionSection[]>("run-options", { command: verb, target: asked });
  const [kept, keep] = useState<OptionSection[]>();
  if (loaded.value && loaded.value !== kept) keep(loaded.value); // the old fields stay while those of another target are read
  const sections = { value: loaded.value ?? kept, failure: loaded.failure };
  const [command, show] = useState<CommandView>();
  const [wrong, setWrong] = useState<ReturnType<typeof problemsOf>>();
  const [isStarting, starting] = useState(false);
  const target = asked;
  // Each kind of load has its own options: those of another kind stay behind when the target changes.
  const known = useMemo(() => new Set(sections.value?.flatMap((section) => section.options.map((option) => option.name))), [sections.value]);
  const options = useMemo(() => optionsOf(query).filter((option) => known.has(option.name)), [query.toString(), known]);
  const running = shared.live.find((state) => state.stage !== "ended");

  useEffect(() => {
    let isLatest = true;
    const wait = setTimeout(() => {
      post<CommandView>("command", { target, options, command: verb }).then(
        (view) => { if (isLatest) { show(view); setWrong(undefined); } },
        (failure: unknown) => isLatest && setWrong(problemsOf(failure)));
    }, 150);
    return () => { isLatest = false; clearTimeout(wait); };
  }, [target, options, verb]);

  const set = (name: string, values: (string | undefined)[]) => {
    const next = new URLSearchParams(query);
    next.delete(name);
    for (const value of values) if (value !== undefined && value !== "") next.append(name, value);
    go(`/${verb}?${next}`, "replace");
  };
  const start = async () => {
    starting(true);
    try {
      const state = await post<LiveState>("live", { target, options, command: verb });
      go(address("live", state.id));
    } catch (failure) {
      setWrong(problemsOf(failure));
    } finally {
      starting(false);
    }
  };

  if (!sections.value) return sections.failure ? <Problems {...sections.failure} /> : <Waiting what="Reading the options" />;
  const loads = shared.folder.files.filter((file) => file.kind !== "experiment" && file.kind !== "project");
  const projects = shared.folder.files.filter((file) => file.kind === "project").map((file) => file.path.replace(/\/?[^/]+\.csproj$/, "") || ".");
  const [main, ...rest] = sections.value;
  const hasProblems = (command?.problems.length ?? 0) > 0;
  return (
    <div class="page">
      <div class="heading"><div><h1>{verb === "run" ? "Run" : "Tune"}</h1><p class="subtitle">{verb === "run" ? "What you set here is a command line you can type, or keep for CI." : "Searches the highest load, or the best value of a setting, that meets a goal."}</p></div></div>
      <form class="part run-form" onSubmit={(event) => { event.preventDefault(); void start(); }}>
        <div class="grid">
          <label class="wide">What to load<input list="loads" value={target} placeholder="a file of this folder, or http://localhost:5000/hello" spellcheck={false} onInput={(event) => set("target", [event.currentTarget.value])} />
            <datalist id="loads">{loads.map((file) => <option key={file.path} value={file.path} />)}</datalist></label>
          <label class="wide">Program under test<input list="projects" value={query.get("--subject") ?? ""} placeholder="none: the server is already running" spellcheck={false} onInput={(event) => set("--subject", [event.currentTarget.value])} />
            <datalist id="projects">{projects.map((path) => <option key={path} value={path} />)}</datalist>
            <small>Dyno builds, starts, pins, watches and stops it. {projects.length > 0 ? <>Found here: {projects.slice(0, 4).map((path) => <button key={path} type="button" class="chip" onClick={() => set("--subject", [path])}>{path}</button>)}</> : null}</small></label>
          {main!.options.filter((option) => option.name !== "--subject").map((option) => <Field key={option.name} option={option} query={query} onChange={set} />)}
        </div>
        {rest.filter((section) => section.options.length > 0).map((section) => {
          const given = section.options.filter((option) => query.has(option.name)).length;
          return (
            <details key={section.title} open={given > 0}>
              <summary>{section.title}{given > 0 ? <span class="badge">{given} set</span> : null}</summary>
              <div class="grid">{section.options.map((option) => <Field key={option.name} option={option} query={query} onChange={set} />)}</div>
            </details>
          );
        })}
        <div class="bottom">
          {command ? <Command text={command.command} /> : null}
          {command && target ? <Problems problems={command.problems} tone="doubtful" /> : null}
          {wrong ? <Problems {...wrong} /> : null}
          {running ? <p class="hint" role="status">{running.target} is running: one at a time, or they would measure each other.</p> : null}
          <p class="actions"><button class="primary big" disabled={isStarting || target === "" || hasProblems}>{isStarting ? "Starting…" : "Start"}</button></p>
        </div>
      </form>
    </div>
  );
}

function optionsOf(query: URLSearchParams): OptionValue[] {
  return [...query].filter(([name]) => name.startsWith("--")).map(([name, value]) => ({ name, value }));
}

function Field({ option, query, onChange }: { option: CommandOption; query: URLSearchParams; onChange: (name: string, values: (string | undefined)[]) => void }) {
  const values = query.getAll(option.name);
  const id = `option${option.name}`;
  if (option.value === "") {
    return <label class="check" for={id}><input id={id} type="checkbox" checked={values.length > 0} onChange={(event) => onChange(option.name, [event.currentTarget.checked ? "on" : undefined])} /> <code>{option.name}</code><small>{option.description}</small></label>;
  }
  if (option.isRepeatable) {
    return (
      <fieldset><legend><code>{option.name}</code></legend>
        {[...values, ""].map((value, index) => <input key={index} aria-label={`${option.name} ${index + 1}`} spellcheck={false} placeholder={index === values.length ? option.value : ""} value={value}
          onInput={(event) => onChange(option.name, index < values.length ? values.map((old, other) => (other === index ? event.currentTarget.value : old)) : [...values, event.currentTarget.value])} />)}
        <small>{option.description}</small></fieldset>
    );
  }
  return (
    <label for={id}><code>{option.name}</code>
      {option.choices.length > 0
        ? <select id={id} value={values[0] ?? ""} onChange={(event) => onChange(option.name, [event.currentTarget.value])}><option value="">as it is</option>{option.choices.map((choice) => <option key={choice}>{choice}</option>)}</select>
        : <input id={id} spellcheck={false} placeholder={option.value} value={values[0] ?? ""} onInput={(event) => onChange(option.name, [event.currentTarget.value])} />}
      <small>{option.description}</small></label>
  );
}
