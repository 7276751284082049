import { useEffect, useState } from "preact/hooks";
import { get, post, problemsOf, put } from "../api";
import { address, go } from "../router";
import { Problems } from "../parts/parts";
import type { ExperimentCheck, ExperimentForm, FormVariant as Variant, Shared } from "../types";

const metrics = ["rate", "p50", "p99", "server.cpuPerRequest", "server.workingSet"];

/** A form that writes the YAML of an experiment, and shows it. */
export function NewExperiment({ shared, query }: { shared: Shared; query: URLSearchParams }) {
  const projects = shared.folder.files.filter((file) => file.kind === "project").map((file) => file.path.replace(/\/?[^/]+\.csproj$/, "") || ".");
  const loads = shared.folder.files.filter((file) => ["http", "webSurge", "k6", "cSharp"].includes(file.kind)).map((file) => file.path);
  const [form, set] = useState<ExperimentForm>({
    name: `${shared.folder.name}-comparison`, project: projects[0] ?? "", load: query.get("load") ?? loads.find((path) => /\.(http|rest|websurge)$/.test(path)) ?? loads[0] ?? "/hello", baseline: "before", headline: "rate", threshold: "2%", rounds: 10, duration: "5s", rate: "",
    variants: [variant("before"), variant("after")],
  });
  const [text, type] = useState("");
  const [isOwn, own] = useState(false);
  const [check, show] = useState<ExperimentCheck>();
  const [path, name] = useState("experiment-1.yaml");
  const [wrong, setWrong] = useState<ReturnType<typeof problemsOf>>();
  const change = (part: Partial<ExperimentForm>) => { own(false); set((old) => ({ ...old, ...part })); };
  const changeVariant = (index: number, part: Partial<Variant>) => change({ variants: form.variants.map((old, other) => (other === index ? { ...old, ...part } : old)) });

  // Runs that were compared in the history are measured again, in turn.
  const ids = query.get("ids");
  useEffect(() => {
    if (ids) void get<ExperimentForm>("experiments/form", { ids }).then(set, (failure: unknown) => setWrong(problemsOf(failure)));
  }, [ids]);
  useEffect(() => {
    if (isOwn) return;
    void post<ExperimentCheck>("experiments/form", form).then((made) => type(made.text), (failure: unknown) => setWrong(problemsOf(failure)));
  }, [form, isOwn]);
  useEffect(() => {
    if (!text) return undefined;
    const wait = setTimeout(() => void post<ExperimentCheck>("experiments/check", { text }).then(show, (failure: unknown) => setWrong(problemsOf(failure))), 250);
    return () => clearTimeout(wait);
  }, [text]);

  const keep = async (event: Event) => {
    event.preventDefault();
    try {
      await put("session", { path, text, mark: null });
      go(address("experiments", "start", path));
    } catch (failure) {
      setWrong(problemsOf(failure));
    }
  };
  return (
    <div class="page wide-page">
      <h1>New experiment</h1><p class="subtitle">This form writes a file that you keep beside your code; <code>dyno compare</code> runs it in CI.</p>
      <div class="two">
        <form class="part run-form" onSubmit={keep}>
          <div class="grid">
            <label>Name<input value={form.name} onInput={(event) => change({ name: event.currentTarget.value })} /></label>
            <label>Program under test<input list="projects" value={form.project} onInput={(event) => change({ project: event.currentTarget.value })} /><datalist id="projects">{projects.map((each) => <option key={each} value={each} />)}</datalist></label>
            <label>Load<input list="loads" value={form.load} onInput={(event) => change({ load: event.currentTarget.value })} /><datalist id="loads">{loads.map((each) => <option key={each} value={each} />)}</datalist><small>A file of this folder, or a path such as /hello</small></label>
            <label>Rate to offer<input value={form.rate} placeholder="as fast as possible" onInput={(event) => change({ rate: event.currentTarget.value })} /><small>2000/s; with a file as the load</small></label>
          </div>
          <h3>Variants</h3>
          {form.variants.map((each, index) => (
            <fieldset key={index} class="variant">
              <legend class="unseen">Variant {index + 1}</legend>
              <label>Name<input value={each.name} onInput={(event) => { const value = event.currentTarget.value; if (form.baseline === each.name) change({ baseline: value, variants: form.variants.map((old, other) => (other === index ? { ...old, name: value } : old)) }); else changeVariant(index, { name: value }); }} /></label>
              <label>Git<input value={each.git} placeholder="the working copy" spellcheck={false} onInput={(event) => changeVariant(index, { git: event.currentTarget.value.trim() })} /></label>
              <label>Framework<input value={each.framework} placeholder="the project's" onInput={(event) => changeVariant(index, { framework: event.currentTarget.value })} /></label>
              <label>Environment<input value={each.environment.join(" ")} placeholder="DOTNET_gcServer=0" onInput={(event) => changeVariant(index, { environment: event.currentTarget.value.split(/\s+/).filter(Boolean) })} /></label>
              <label>Its own project<input value={each.project} placeholder="none" onInput={(event) => changeVariant(index, { project: event.currentTarget.value })} /></label>
              <label class="check"><input type="radio" name="baseline" checked={form.baseline === each.name} onChange={() => change({ baseline: each.name })} /> baseline</label>
              {form.variants.length > 2 ? <button type="button" class="ghost round" aria-label={`Remove variant ${each.name}`} onClick={() => change({ variants: form.variants.filter((_, other) => other !== index) })}>✕</button> : null}
            </fieldset>
          ))}
          <p><button type="button" class="small" onClick={() => change({ variants: [...form.variants, variant(`variant-${form.variants.length + 1}`)] })}>+ Variant</button></p>
          <div class="grid">
            <label>Judged by<select value={form.headline} onChange={(event) => change({ headline: event.currentTarget.value })}>{metrics.map((metric) => <option key={metric}>{metric}</option>)}</select></label>
            <label>Smallest difference that matters<input value={form.threshold} onInput={(event) => change({ threshold: event.currentTarget.value })} /></label>
            <label>Rounds<input inputMode="numeric" value={String(form.rounds)} onInput={(event) => change({ rounds: Number(event.currentTarget.value.replace(/\D/g, "")) })} /><small>A round measures each variant once; 10 give an exact interval</small></label>
            <label>Length of a measurement<input value={form.duration} onInput={(event) => change({ duration: event.currentTarget.value })} /></label>
            <label>Keep in<input value={path} onInput={(event) => name(event.currentTarget.value)} /></label>
          </div>
          <div class="bottom">
            {check ? <Problems problems={check.problems} tone="doubtful" /> : null}
            {check?.announcement ? <p class="hint" role="status">{check.announcement}</p> : null}
            {wrong ? <Problems {...wrong} /> : null}
            <p class="actions"><button class="primary big" disabled={!check || check.problems.length > 0}>Write the file</button></p>
          </div>
        </form>
        <section class="part"><h2 id="yaml">The file</h2><textarea class="code source" aria-labelledby="yaml" spellcheck={false} value={text} onInput={(event) => { own(true); type(event.currentTarget.value); }} /></section>
      </div>
    </div>
  );
}

const variant = (name: string): Variant => ({ name, git: "", framework: "", project: "", environment: [] });
