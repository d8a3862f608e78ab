// Editor of a plan that needs approval, part by part; the new plan needs approval again.
import { useState } from "react";
import type { CommandList, RunAnswer } from "../../../src/http/answers.ts";
import { useCommands } from "../api/queries.ts";
import { type Draft, draftFrom, placesOf, readDraft } from "./draft.ts";
import { Nodes } from "./entry.tsx";
import { Fields } from "./fields.tsx";
import { Form } from "./form.tsx";
import { formOf } from "./schema.ts";
import { useCommand } from "./use-command.ts";

type Props = {
  readonly shown: RunAnswer;
  readonly run: string;
  readonly command: string;
  readonly data: unknown;
  readonly onClose: () => void;
};

const PlanForm = ({
  shown,
  run,
  command: { type, fields },
  data,
  onClose,
}: Omit<Props, "command"> & { readonly command: CommandList["commands"][number] }) => {
  const [shape] = useState(() => formOf(fields));
  const [draft, setDraft] = useState<Draft>(() => draftFrom(shape, data));
  const { send, errors, setErrors, busy } = useCommand(run);
  const submit = async (): Promise<void> => {
    const { value, errors: wrong } = readDraft(shape, draft);
    setErrors(wrong);
    if (wrong.length > 0) return;
    if (await send({ type, label: "Plan changed" }, value ?? {}, placesOf(shape, draft))) onClose();
  };
  return (
    <Form
      label="Edit plan"
      className="answer rewrite"
      errors={errors}
      onSubmit={submit}
      send={{ label: "Propose plan", busy }}
      onClose={onClose}
    >
      <Nodes value={shown.nodes}>
        <Fields shape={shape} draft={draft} onDraft={setDraft} errors={errors} at="" />
      </Nodes>
    </Form>
  );
};

export const PlanEdit = ({ command, ...rest }: Props) => {
  const { data } = useCommands(rest.run);
  const found = data?.commands.find(({ type }) => type === command);
  return found === undefined ? (
    <p className="dim">Loading …</p>
  ) : (
    <PlanForm command={found} {...rest} />
  );
};
