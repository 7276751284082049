import { useLoaded } from "../loading";
import { Problems, Waiting } from "../parts/parts";
import type { MachineFinding } from "../types";

/** What `dyno doctor` says of this machine. */
export function DoctorView() {
  const findings = useLoaded<MachineFinding[]>("doctor");
  if (!findings.value) return findings.failure ? <div class="page"><h1>Doctor</h1><Problems {...findings.failure} /></div> : <Waiting what="Looking at the machine for a second" />;
  const worst = findings.value.some((finding) => finding.state === "void") ? "void" : findings.value.some((finding) => finding.state === "warn") ? "warn" : "ok";
  return (
    <div class="page">
      <div class="heading"><div><h1>Doctor</h1><p class="subtitle" role="status">{{ void: "Do not measure on this machine now.", warn: "Measure with care.", ok: "This machine is fit for a measurement." }[worst]}</p></div>
        <div class="actions"><button type="button" onClick={findings.reload}>Look again</button></div></div>
      <div class="frame" tabIndex={0} role="region" aria-label="Checks"><table class="runs checks"><caption class="unseen">Checks of this machine</caption>
        <thead><tr><th scope="col">State</th><th scope="col">Check</th><th scope="col">Seen</th></tr></thead>
        <tbody>{findings.value.map((finding) => (
          <tr key={finding.check}><td><span class={`badge ${{ void: "bad", warn: "doubtful", ok: "good" }[finding.state]}`}>{finding.state}</span></td><th scope="row">{finding.check}</th>
            <td>{finding.seen}{finding.state === "ok" ? null : <><em class="note">{finding.why}</em>{finding.fix ? <em class="note">Fix: {finding.fix}</em> : null}</>}</td></tr>
        ))}</tbody></table></div>
    </div>
  );
}
