import { useEvent } from "../events";
import { useLoaded } from "../loading";
import { address, Link } from "../router";
import { Report } from "../history/report";
import type { LiveState, ReportView } from "../types";

/** How an experiment stands after each trial. */
export function Rounds({ id, state }: { id: string; state: LiveState }) {
  const standing = useLoaded<ReportView>(`experiments/live/${id}`);
  useEvent("experiment", standing.reload, [standing.reload]);
  useEvent("history", standing.reload, [standing.reload]);
  if (!standing.value) return <p class="waiting" role="status">{state.stage === "ended" ? "No round was finished." : "Building, then the first round: the figures come with the first trials…"}</p>;
  return (
    <>
      {state.stage === "ended" && state.resultId ? <p class="actions"><Link to={address("experiments", state.resultId)} class="button primary">See the verdicts</Link></p> : null}
      <Report report={standing.value} />
    </>
  );
}
