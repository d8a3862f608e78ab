// The end of an attempt that is under way, by a person's word, with a note for the next.
import "../../act/act.css";
import { type SyntheticEvent, useId, useState } from "react";
import type { Shown } from "../../../../src/http/answers.ts";
import { Noes } from "../../act/fields.tsx";
import { say } from "../../act/said.ts";
import { useAsk } from "../../act/use-ask.ts";
import { useStop } from "../../api/mutations.ts";
import { Dialog } from "../../style/dialog.tsx";

const Form = ({
  run,
  job,
  fence,
  told,
  onDone,
}: {
  readonly run: string;
  readonly job: string;
  readonly fence: number;
  /** The note that its agents have already. */
  readonly told: string;
  readonly onDone: () => void;
}) => {
  const [note, setNote] = useState(told);
  const { ask, found, setFound, busy } = useAsk(useStop(run));
  const id = useId();
  const submit = async (): Promise<void> => {
    const done = await ask({ job, fence, note });
    if (done === null) return;
    const { stopped } = done;
    if (!stopped && note.trim() !== told.trim())
      return setFound([
        {
          at: null,
          text: "That attempt is over already: nothing was stopped, and this note wasn't left. Leave it by “Leave a note”.",
          code: null,
          fits: null,
        },
      ]);
    say({
      tone: "good",
      text: stopped ? `${job} was stopped.` : `That attempt at ${job} is over already.`,
      lines: [],
    });
    onDone();
  };
  const hear = (event: SyntheticEvent): void => {
    event.preventDefault();
    void submit();
  };
  return (
    <form className="answer" aria-label="Stop this attempt" onSubmit={hear}>
      <p>
        Its program is ended. The job begins again while a runner is there; pause the run first to
        keep it from that.
      </p>
      <div className="field">
        <label htmlFor={id}>
          Note for the next attempt <span className="dim">(optional)</span>
        </label>
        <textarea id={id} rows={3} value={note} onChange={({ target }) => setNote(target.value)} />
      </div>
      <div role="alert">
        <Noes noes={found} />
      </div>
      <p className="ends">
        <button type="submit" className="danger" aria-disabled={busy}>
          {busy ? "Stopping …" : "Stop this attempt"}
        </button>
      </p>
    </form>
  );
};

/** Of the task's jobs that are under way on the server's machine, one button each. */
export const StopAttempt = ({
  shown,
  unit,
  told,
}: {
  readonly shown: Shown;
  readonly unit: string;
  readonly told: string;
}) => {
  // It stays open where its attempt ends meanwhile: what is being typed isn't lost.
  const [open, setOpen] = useState<{ readonly key: string; readonly fence: number } | null>(null);
  const running = shown.jobs.filter(
    ({ is, subject, on }) => is === "running" && subject === unit && on === undefined,
  );
  if (running.length === 0 && open === null) return null;
  return (
    <div className="ends">
      {running.map(({ key, role, fence }) =>
        fence === null ? null : (
          <button key={key} type="button" onClick={() => setOpen({ key, fence })}>
            {running.length > 1 ? `Stop this attempt (${role})` : "Stop this attempt"} …
          </button>
        ),
      )}
      <Dialog open={open !== null} onClose={() => setOpen(null)} title="Stop this attempt" wide>
        {open === null ? null : (
          <Form
            key={open.fence}
            run={shown.run}
            job={open.key}
            fence={open.fence}
            told={told}
            onDone={() => setOpen(null)}
          />
        )}
      </Dialog>
    </div>
  );
};
