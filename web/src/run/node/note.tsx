// What a person tells the agents of a task, or of the whole run: as it stands, and a form that changes it.
import "../../act/act.css";
import { type SyntheticEvent, useId, useState } from "react";
import type { Shown } from "../../../../src/http/answers.ts";
import { Noes } from "../../act/fields.tsx";
import { useAct } from "../../act/use-act.ts";
import { isOver } from "../../over.ts";
import { Prose } from "../../style/prose.tsx";

type Told = NonNullable<Shown["told"]>;

/** @param unit whose agents are told; null: all of the run */
export const Note = ({
  shown,
  unit,
  told,
}: {
  readonly shown: Shown;
  readonly unit: string | null;
  readonly told: Told | undefined;
}) => {
  const [draft, setDraft] = useState<string | null>(null);
  const { send, found, busy } = useAct(shown.run);
  const id = useId();
  const whom = unit === null ? "all agents of this run" : "the agents of this task";
  const set = async (note: string, name: string): Promise<void> => {
    if (
      await send({ type: "SetNote", label: name }, { ...(unit === null ? {} : { unit }), note }, [
        "/note",
      ])
    )
      setDraft(null);
  };
  const hear = (event: SyntheticEvent): void => {
    event.preventDefault();
    void set(draft ?? "", "Note set");
  };
  if (isOver(shown) && told === undefined) return null;
  return (
    <section className="told" aria-label={`note for ${whom}`}>
      {told === undefined || draft !== null ? null : (
        <p className="note">
          <span className="small dim">Note from {told.by}: </span>
          <Prose text={told.text} />
        </p>
      )}
      {isOver(shown) ? null : draft === null ? (
        <p className="ends">
          <button type="button" onClick={() => setDraft(told?.text ?? "")}>
            {told === undefined ? "Leave a note" : "Change the note"} …
          </button>
          {told === undefined ? null : (
            <button
              type="button"
              className="plain"
              aria-disabled={busy}
              onClick={() => void set("", "Note removed")}
            >
              Remove the note
            </button>
          )}
        </p>
      ) : (
        <form className="answer" aria-label="Note" onSubmit={hear}>
          <div className="field">
            <label htmlFor={id}>Note for {whom}</label>
            <textarea
              id={id}
              rows={3}
              value={draft}
              aria-describedby={`${id}-hint ${id}-no`}
              aria-invalid={found.length > 0}
              onChange={({ target }) => setDraft(target.value)}
            />
            <p className="dim small" id={`${id}-hint`}>
              Agents read it in their next attempt. One that is at work isn’t interrupted: stop its
              attempt to have it read the note now.
            </p>
            <Noes noes={found} id={`${id}-no`} />
          </div>
          <p className="ends">
            <button type="submit" className="first" aria-disabled={busy}>
              Set the note
            </button>
            <button type="button" className="plain" onClick={() => setDraft(null)}>
              Close
            </button>
          </p>
        </form>
      )}
    </section>
  );
};
