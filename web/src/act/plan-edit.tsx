// Editor of a plan that needs approval, part by part; the new plan needs approval again.
import { useState } from "react";
import { Fields } from "./fields.tsx";
import { Form } from "./form.tsx";
import { placesIn, type Schema } from "./schema.ts";
import { useCommand } from "./use-command.ts";

type Props = {
  readonly run: string;
  readonly command: string;
  readonly data: unknown;
  readonly fields: Schema;
  readonly onClose: () => void;
};

export const PlanEdit = ({ run, command, data, fields, onClose }: Props) => {
  const [plan, setPlan] = useState(data);
  const { send, errors, setErrors, busy } = useCommand(run);
  const submit = async (): Promise<void> => {
    const places = placesIn(fields, plan);
    if (await send({ type: command, label: "Plan changed" }, plan, places)) onClose();
  };
  return (
    <Form
      label="Edit plan"
      className="answer rewrite"
      errors={errors}
      onErrors={setErrors}
      onSubmit={submit}
      send={{ label: "Propose plan", busy }}
      onClose={onClose}
    >
      <Fields schema={fields} value={plan} onValue={setPlan} errors={errors} at="" />
    </Form>
  );
};
