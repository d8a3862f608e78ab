// Why: a plan that is nearly right is mended where it is asked about, part by part, and asked about anew.
import { type SyntheticEvent, useState } from "react";
import type { CommandList, Shown } from "../../../src/http/answers.ts";
import { useCommands } from "../api/queries.ts";
import { type Draft, filled, placesOf, readDraft } from "./draft.ts";
import { Fields, Noes, Nodes } from "./fields.tsx";
import { formOf } from "./schema.ts";
import { useAct } from "./use-act.ts";

type Props = {
  readonly shown: Shown;
  readonly run: string;
  readonly command: string;
  readonly data: unknown;
  readonly leave: () => void;
};

const Form = ({
  shown,
  run,
  command: { type, fields },
  data,
  leave,
}: Omit<Props, "command"> & { readonly command: CommandList["commands"][number] }) => {
  const [shape] = useState(() => formOf(fields));
  const [draft, setDraft] = useState<Draft>(() => filled(shape, data));
  const { send, found, setFound, busy } = useAct(run);
  const submit = async (): Promise<void> => {
    const { value, wrong } = readDraft(shape, draft);
    setFound(wrong.map((one) => ({ ...one, code: null, fits: null })));
    if (
      wrong.length === 0 &&
      (await send({ type, label: "Plan changed" }, value ?? {}, placesOf(shape, draft)))
    )
      leave();
  };
  const hear = (event: SyntheticEvent): void => {
    event.preventDefault();
    void submit();
  };
  return (
    <form className="answer rewrite" aria-label="Edit plan" noValidate onSubmit={hear}>
      <Nodes value={shown.nodes}>
        <Fields shape={shape} draft={draft} onDraft={setDraft} noes={found} at="" />
      </Nodes>
      <div role="alert">
        <Noes noes={found.filter(({ at }) => at === null)} />
      </div>
      <p className="ends">
        <button type="submit" className="first" aria-disabled={busy}>
          {busy ? "Sending …" : "Propose plan"}
        </button>
        <button type="button" className="plain" onClick={leave}>
          Close
        </button>
      </p>
    </form>
  );
};

export const Rewrite = ({ command, ...rest }: Props) => {
  const { data } = useCommands(rest.run);
  const found = data?.commands.find(({ type }) => type === command);
  return found === undefined ? (
    <p className="dim">Loading …</p>
  ) : (
    <Form command={found} {...rest} />
  );
};
