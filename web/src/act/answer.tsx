// One answer to a decision: its effect, note, fields and submit button.
import { useState } from "react";
import type { RunAnswer } from "../../../src/http/answers.ts";
import { isRecord } from "../api/guards.ts";
import { useDecide } from "../api/mutations.ts";
import { errorsAt, type FieldError, isStale } from "./field-errors.ts";
import { Fields } from "./fields.tsx";
import { Form } from "./form.tsx";
import { TextField } from "./labelled.tsx";
import { initialData, placesIn, type Schema } from "./schema.ts";
import { eventLines, showToast } from "../style/toast-store.ts";
import { useRequest } from "./use-request.ts";

export type Option = RunAnswer["decisions"][number]["options"][number];

const noteAt = "note";

type Props = {
  /** The run of the page: its work continues after the answer. */
  readonly page: string;
  readonly decision: RunAnswer["decisions"][number];
  readonly option: Option;
  /** Just chosen by the person; otherwise it is the recommended answer. */
  readonly focus: boolean;
  readonly onClose: () => void;
  /** It was accepted, or the question is closed. */
  readonly onAnswered: () => void;
};

export const Answer = ({ page, decision, option, focus, onClose, onAnswered }: Props) => {
  const schema: Schema = isRecord(option.fields) ? option.fields : {};
  const [data, setData] = useState<unknown>(() => initialData(schema));
  const [note, setNote] = useState("");
  const { ask, errors, setErrors, busy } = useRequest(useDecide(decision.run));
  const onError = (found: readonly FieldError[], error: Error): void => {
    if (!isStale(error)) return;
    const lines = found.map(({ text }) => text);
    showToast({ tone: "bad", text: "This is no longer asked.", lines });
    onAnswered();
  };
  const submit = async (): Promise<void> => {
    const answer = await ask(
      {
        key: decision.key,
        option: option.id,
        note,
        data: option.fields === undefined ? null : data,
        ...(option.ends === true ? {} : { drive: page }),
      },
      { places: placesIn(schema, data), noteAt: option.note === "none" ? null : noteAt, onError },
    );
    if (answer === null) return;
    showToast({
      tone: "good",
      text: `Answered: ${option.label}`,
      lines: eventLines(answer.events),
    });
    onAnswered();
  };
  return (
    <Form
      label={option.label}
      errors={errors}
      onErrors={setErrors}
      onSubmit={submit}
      start={focus ? "input, textarea, select, .first" : null}
      send={{
        label: option.label,
        busy,
        look: option.ends === true ? "first danger" : "first",
        means: option.means,
      }}
      onClose={focus ? onClose : null}
    >
      <Fields schema={schema} value={data} onValue={setData} errors={errors} at="" />
      {option.note === "none" ? null : (
        <TextField
          label="Note"
          at={noteAt}
          optional={option.note !== "must"}
          required={option.note === "must"}
          rows={2}
          value={note}
          onValue={setNote}
          errors={errorsAt(errors, noteAt)}
        />
      )}
    </Form>
  );
};
