// Why: a command is filled in by what its schema asks for; what ends or takes back work is asked once more, with the run's name.
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import type { Shown } from "../../../src/http/answers.ts";
import { type Command, isDestructive } from "./command-list.ts";
import { type Draft, filled, placesOf, readDraft } from "./draft.ts";
import { Fields, Nodes, Noes } from "./fields.tsx";
import { requiredNow, withNow } from "./present.ts";
import { formOf } from "./schema.ts";
import { Prose } from "../style/prose.tsx";
import { useAct } from "./use-act.ts";

const lower = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

export const CommandForm = ({
  shown,
  command,
  says,
  drives = false,
  onDone,
}: {
  readonly shown: Shown;
  readonly command: Command;
  /** What is filled in from the start. */
  readonly says?: unknown;
  /** The work goes on after it. */
  readonly drives?: boolean;
  readonly onDone: () => void;
}) => {
  const [shape] = useState(() => withNow(formOf(command.fields), command.now));
  const [draft, setDraft] = useState<Draft>(() =>
    filled(shape, says ?? requiredNow(shape, command.now)),
  );
  const [sure, setSure] = useState(false);
  const { send, found, setFound, busy } = useAct(shown.run);
  const form = useRef<HTMLFormElement>(null);
  const name = command.label;
  const asks = isDestructive(command);
  const title = shown.title === "" ? shown.run : shown.title;
  useEffect(() => {
    if (found.length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [found]);
  // The keys begin where something is to be said, else at what sends it.
  useEffect(
    () =>
      form.current?.querySelector<HTMLElement>("input, textarea, select, .ends button")?.focus(),
    [],
  );
  useEffect(() => {
    if (sure) form.current?.querySelector<HTMLElement>(".once-more button.plain")?.focus();
  }, [sure]);

  const submit = async (): Promise<void> => {
    const { value, wrong } = readDraft(shape, draft);
    setFound(wrong.map((one) => ({ ...one, code: null, fits: null })));
    if (wrong.length > 0) return;
    if (asks && !sure) return setSure(true);
    if (await send(command, value ?? {}, placesOf(shape, draft), drives)) return onDone();
    setSure(false);
  };
  const hear = (event: SyntheticEvent): void => {
    event.preventDefault();
    void submit();
  };
  return (
    <form
      ref={form}
      className="answer"
      aria-label={name}
      noValidate
      onSubmit={hear}
      onKeyDown={(event) => void (event.key === "Enter" && event.repeat && event.preventDefault())}
    >
      <p>
        <Prose text={command.means} />
      </p>
      <fieldset className="bare" disabled={sure}>
        <Nodes value={shown.nodes}>
          <Fields shape={shape} draft={draft} onDraft={setDraft} noes={found} at="" />
        </Nodes>
      </fieldset>
      <div role="alert">
        <Noes noes={found.filter(({ at }) => at === null)} />
      </div>
      {sure ? (
        <div className="note bad once-more" role="alert">
          <p>
            <strong>{name}?</strong> This is about <strong>{title}</strong> ({shown.run}).{" "}
            <Prose text={command.means} />
          </p>
          <p className="ends">
            <button type="submit" className="danger" aria-disabled={busy}>
              {busy ? "Sending …" : `Yes, ${lower(name)}`}
            </button>
            <button type="button" className="plain" onClick={() => setSure(false)}>
              No
            </button>
          </p>
        </div>
      ) : (
        <p className="ends">
          <button type="submit" className={asks ? "danger" : "first"} aria-disabled={busy}>
            {busy ? "Sending …" : asks ? `${name} …` : name}
          </button>
        </p>
      )}
    </form>
  );
};
