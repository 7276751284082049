import { useEffect, useState } from "preact/hooks";
import { post, problemsOf, put, remove } from "../api";
import { notify } from "../shell/notices";

/** Deletes a run, and offers to take it back. */
export async function deleteRun(id: string, name: string): Promise<boolean> {
  try {
    await remove(`history/${id}`);
    notify(`${name} deleted`, { label: "Undo", run: () => void post(`history/${id}/restore`).then(() => notify(`${name} restored`), (failure: unknown) => notify(problemsOf(failure).problems.join(" "), undefined, "bad")) });
    return true;
  } catch (failure) {
    notify(problemsOf(failure).problems.join(" "), undefined, "bad");
    return false;
  }
}

/** Tags and a note of a run. */
export function Marks(props: { id: string; tags: readonly string[]; note: string; onChange: () => void }) {
  const [tag, type] = useState("");
  const [note, write] = useState(props.note);
  useEffect(() => write(props.note), [props.note]);
  const set = async (marks: { tags?: string[]; note?: string }) => {
    try {
      await put(`history/${props.id}/marks`, { tags: marks.tags ?? null, note: marks.note ?? null });
      props.onChange();
      return true;
    } catch (failure) {
      const said = problemsOf(failure);
      notify([...said.problems, said.hint ?? ""].join(" "), undefined, "bad");
      return false;
    }
  };
  const add = async (event: Event) => {
    event.preventDefault();
    if (tag && (await set({ tags: [...props.tags, tag] }))) type("");
  };
  return (
    <section class="marks" aria-label="Tags and note">
      <form onSubmit={add}>
        {props.tags.map((each) => <span key={each} class="tag">{each}<button type="button" class="ghost round" aria-label={`Remove tag ${each}`} onClick={() => set({ tags: props.tags.filter((other) => other !== each) })}>✕</button></span>)}
        <input class="tag-input" aria-label="Add a tag" placeholder="+ tag" value={tag} onInput={(event) => type(event.currentTarget.value)} />
      </form>
      <textarea rows={Math.max(1, note.split("\n").length)} aria-label="Note" placeholder="A note: what was changed, what to look at" value={note} onInput={(event) => write(event.currentTarget.value)} onBlur={() => note !== props.note && set({ note })} />
    </section>
  );
}
