// Form of a command: its effect, and a reason; one that ends or takes back work says whose, and has a red button.
import { useState } from "react";
import type { CommandList, RunAnswer } from "../../../src/http/answers.ts";
import { Prose } from "../style/prose.tsx";
import { runTitle } from "../words.ts";
import { errorsAt } from "./field-errors.ts";
import { Form } from "./form.tsx";
import { TextField } from "./labelled.tsx";
import { useCommand } from "./use-command.ts";

export type Command = CommandList["commands"][number];

/** Verbs of commands that end or take back work. */
const isDestructive = ({ verb }: Command): boolean => verb === "cancel" || verb === "rollback";

type CommandFormProps = {
  readonly shown: RunAnswer;
  readonly command: Command;
  /** The task that it is about; absent: the run. */
  readonly unit?: string;
  readonly reason?: string;
  /** Work continues after it. */
  readonly drives?: boolean;
  readonly onDone: () => void;
};

export const CommandForm = (props: CommandFormProps) => {
  const { shown, command, unit, drives = false, onDone } = props;
  const { label, note, must = false } = command;
  const [reason, setReason] = useState(props.reason ?? "");
  const { send, errors, setErrors, busy } = useCommand(shown.run);
  const ends = isDestructive(command);
  const noteAt = `/${note ?? ""}`;
  const submit = async (): Promise<void> => {
    const data = {
      ...(command.unit === undefined ? {} : { [command.unit]: unit }),
      ...(note === undefined || reason.trim() === "" ? {} : { [note]: reason }),
    };
    if (await send(command, data, [noteAt], drives)) onDone();
  };
  return (
    <Form
      label={label}
      errors={errors}
      onErrors={setErrors}
      onSubmit={submit}
      start="textarea, .ends button"
      send={{ label, busy, look: ends ? "first danger" : "first" }}
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
      {note === undefined ? null : (
        <TextField
          label={note === "note" ? "Note" : "Reason"}
          at={noteAt}
          optional={!must}
          required={must}
          rows={3}
          value={reason}
          onValue={setReason}
          errors={errorsAt(errors, noteAt)}
        />
      )}
    </Form>
  );
};
