// Note of a person for the agents of a task, or of the whole run, with its form.
import "../../act/act.css";
import { useState } from "react";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { errorsAt } from "../../act/field-errors.ts";
import { Form } from "../../act/form.tsx";
import { TextField } from "../../act/labelled.tsx";
import { useCommand } from "../../act/use-command.ts";
import { isOver } from "../../../../src/core/over.ts";
import { Prose } from "../../style/prose.tsx";

type StandingNote = NonNullable<RunAnswer["told"]>;

const noteAt = "/note";

/** @param unit whose agents read it; null: the whole run */
export const Note = ({
  shown,
  unit,
  note,
}: {
  readonly shown: RunAnswer;
  readonly unit: string | null;
  readonly note: StandingNote | undefined;
}) => {
  const [draft, setDraft] = useState<string | null>(null);
  const { send, errors, busy } = useCommand(shown.run);
  const whom = unit === null ? "all agents of this run" : "the agents of this task";
  const set = async (text: string, label: string): Promise<void> => {
    const data = { ...(unit === null ? {} : { unit }), note: text };
    if (await send({ type: "SetNote", label }, data, [noteAt])) setDraft(null);
  };
  const over = isOver(shown.life);
  if (over && note === undefined) return null;
  return (
    <section className="told" aria-label={`note for ${whom}`}>
      {note === undefined || draft !== null ? null : (
        <p className="note">
          <span className="small dim">Note from {note.by}: </span>
          <Prose text={note.text} />
        </p>
      )}
      {over ? null : draft !== null ? (
        <Form
          label="Note"
          errors={errors}
          onSubmit={() => set(draft, "Note set")}
          send={{ label: "Set the note", busy, busyLabel: "Set the note" }}
          onClose={() => setDraft(null)}
        >
          <TextField
            label={`Note for ${whom}`}
            hint="Agents read it in their next attempt. One that is at work isn’t interrupted: stop its attempt to have it read the note now."
            errors={errorsAt(errors, noteAt)}
            rows={3}
            value={draft}
            onValue={setDraft}
          />
        </Form>
      ) : (
        <p className="ends">
          <button type="button" onClick={() => setDraft(note?.text ?? "")}>
            {note === undefined ? "Leave a note" : "Change the note"} …
          </button>
          {note === undefined ? null : (
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
      )}
    </section>
  );
};
