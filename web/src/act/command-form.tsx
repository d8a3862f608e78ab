// Form of a command, made from its schema; one that ends or takes back work is confirmed with the run's name.
import { useState } from "react";
import type { RunAnswer } from "../../../src/http/answers.ts";
import { Prose } from "../style/prose.tsx";
import { runTitle, uncapital } from "../words.ts";
import { type Command, isDestructive } from "./command-list.ts";
import { Confirmation } from "./confirmation.tsx";
import { requiredNow, withNow } from "./current-values.ts";
import { type Draft, draftFrom, placesOf, readDraft } from "./draft.ts";
import { Nodes } from "./entry.tsx";
import { Fields } from "./fields.tsx";
import { Form } from "./form.tsx";
import { formOf } from "./schema.ts";
import { useCommand } from "./use-command.ts";

type CommandFormProps = {
  readonly shown: RunAnswer;
  readonly command: Command;
  /** Initial values. */
  readonly data?: unknown;
  /** Work continues after it. */
  readonly drives?: boolean;
  readonly onDone: () => void;
};

export const CommandForm = ({ shown, command, data, drives = false, onDone }: CommandFormProps) => {
  const [shape] = useState(() => withNow(formOf(command.fields), command.now));
  const [draft, setDraft] = useState<Draft>(() =>
    draftFrom(shape, data ?? requiredNow(shape, command.now)),
  );
  const [confirming, setConfirming] = useState(false);
  const { send, errors, setErrors, busy } = useCommand(shown.run);
  const asks = isDestructive(command);
  const submit = async (): Promise<void> => {
    const { value, errors: wrong } = readDraft(shape, draft);
    setErrors(wrong);
    if (wrong.length > 0) return;
    if (asks && !confirming) return setConfirming(true);
    if (await send(command, value ?? {}, placesOf(shape, draft), drives)) return onDone();
    setConfirming(false);
  };
  return (
    <Form
      label={command.label}
      errors={errors}
      onSubmit={submit}
      start="input, textarea, select, .ends button"
      send={{
        label: asks ? `${command.label} …` : command.label,
        busy,
        look: asks ? "danger" : "first",
      }}
      confirmation={
        confirming ? (
          <Confirmation
            className="note bad once-more"
            look="danger"
            label={`Yes, ${uncapital(command.label)}`}
            busy={busy}
            onCancel={() => setConfirming(false)}
          >
            <strong>{command.label}?</strong> This is about <strong>{runTitle(shown)}</strong> (
            {shown.run}). <Prose text={command.means} />
          </Confirmation>
        ) : null
      }
    >
      <p>
        <Prose text={command.means} />
      </p>
      <fieldset className="bare" disabled={confirming}>
        <Nodes value={shown.nodes}>
          <Fields shape={shape} draft={draft} onDraft={setDraft} errors={errors} at="" />
        </Nodes>
      </fieldset>
    </Form>
  );
};
