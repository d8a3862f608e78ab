// Form of a command, made from its schema; one that ends or takes back work says whose, and has a red button.
import { useState } from "react";
import type { RunAnswer } from "../../../src/http/answers.ts";
import { Prose } from "../style/prose.tsx";
import { runTitle } from "../words.ts";
import { type Command, isDestructive } from "./command-list.ts";
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
  const { send, errors, setErrors, busy } = useCommand(shown.run);
  const ends = isDestructive(command);
  const submit = async (): Promise<void> => {
    const { value, errors: wrong } = readDraft(shape, draft);
    setErrors(wrong);
    if (wrong.length > 0) return;
    if (await send(command, value ?? {}, placesOf(shape, draft), drives)) onDone();
  };
  return (
    <Form
      label={command.label}
      errors={errors}
      onSubmit={submit}
      start="input, textarea, select, .ends button"
      send={{ label: command.label, busy, look: ends ? "first danger" : "first" }}
    >
      <p>
        <Prose text={command.means} />
        {ends ? (
          <>
            {" "}
            It is about <strong>{runTitle(shown)}</strong> ({shown.run}).
          </>
        ) : null}
      </p>
      <Nodes value={shown.nodes}>
        <Fields shape={shape} draft={draft} onDraft={setDraft} errors={errors} at="" />
      </Nodes>
    </Form>
  );
};
