// Buttons that stop a task's running attempts, with a note for the next one.
import "../../act/act.css";
import { useState } from "react";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import type { FieldError } from "../../act/field-errors.ts";
import { Form } from "../../act/form.tsx";
import { TextField } from "../../act/labelled.tsx";
import { showToast } from "../../style/toast-store.ts";
import { useRequest } from "../../act/use-request.ts";
import { useStop } from "../../api/mutations.ts";
import { Dialog } from "../../style/dialog.tsx";

const noteLost: FieldError = {
  at: null,
  text: "That attempt is over already: nothing was stopped, and this note wasn't left. Leave it by “Leave a note”.",
};

type StopFormProps = {
  readonly run: string;
  readonly job: string;
  readonly fence: number;
  /** The current note for its agents. */
  readonly standing: string;
  readonly onDone: () => void;
};

const StopForm = ({ run, job, fence, standing, onDone }: StopFormProps) => {
  const [note, setNote] = useState(standing);
  const { ask, errors, setErrors, busy } = useRequest(useStop(run));
  const submit = async (): Promise<void> => {
    const answer = await ask({ job, fence, note });
    if (answer === null) return;
    if (!answer.stopped && note.trim() !== standing.trim()) return setErrors([noteLost]);
    showToast({
      tone: "good",
      text: answer.stopped ? `${job} was stopped.` : `That attempt at ${job} is over already.`,
      lines: [],
    });
    onDone();
  };
  return (
    <Form
      label="Stop this attempt"
      errors={errors}
      onSubmit={submit}
      send={{ label: "Stop this attempt", busy, busyLabel: "Stopping …", look: "danger" }}
    >
      <p>
        Its program is ended. The job begins again while a runner is there; pause the run first to
        keep it from that.
      </p>
      <TextField
        label="Note for the next attempt"
        optional
        rows={3}
        value={note}
        onValue={setNote}
      />
    </Form>
  );
};

/** One button for each of the task's jobs running on the server's machine. */
export const StopAttempt = ({
  shown,
  unit,
  note,
}: {
  readonly shown: RunAnswer;
  readonly unit: string;
  /** The current note for its agents. */
  readonly note: string;
}) => {
  // It stays open if the attempt ends meanwhile: typed text isn't lost.
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
          <StopForm
            key={open.fence}
            run={shown.run}
            job={open.key}
            fence={open.fence}
            standing={note}
            onDone={() => setOpen(null)}
          />
        )}
      </Dialog>
    </div>
  );
};
