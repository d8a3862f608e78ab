// One answer to a decision: what follows from it, its note and fields, and the button that sends it.
import {
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { Shown } from "../../../src/http/answers.ts";
import { useDecide } from "../api/mutations.ts";
import { Prose } from "../style/prose.tsx";
import type { Option } from "./answer-order.ts";
import { begun, type Draft, placesOf, readDraft } from "./draft.ts";
import { Fields, Noes } from "./fields.tsx";
import { isStale, isUnsure, type No, noes } from "./noes.ts";
import { useOnce } from "./once.ts";
import { say, toldOf } from "./said.ts";
import { formOf } from "./schema.ts";

type Asked = Shown["decisions"][number];

const noteAt = "note";

/** The second click of a double click chose the answer; it doesn't send it, too. */
const ignoreSecond = (event: MouseEvent): void => {
  if (event.detail > 1) event.preventDefault();
};

/**
 * @param focus it was chosen just now, not filled in beforehand
 * @param leave it is closed, and nothing is answered
 * @param onAnswered it was taken, or isn't asked any more
 */
export const Answer = ({
  page,
  asked,
  option,
  focus,
  leave,
  onAnswered,
}: {
  /** The run whose page it stands on: its work goes on after the answer. */
  readonly page: string;
  readonly asked: Asked;
  readonly option: Option;
  readonly focus: boolean;
  readonly leave: () => void;
  readonly onAnswered: () => void;
}) => {
  const { run, key } = asked;
  const shape = formOf(option.fields);
  const [draft, setDraft] = useState<Draft>(() => begun(shape));
  const [note, setNote] = useState("");
  const [found, setFound] = useState<readonly No[]>([]);
  const decide = useDecide();
  const once = useOnce();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  // Whoever chose an answer goes on with it; nothing is lost by that.
  useEffect(() => {
    if (focus) form.current?.querySelector<HTMLElement>("input, textarea, select, .first")?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is there
  }, []);
  useEffect(() => {
    if (found.length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [found]);
  const noteNoes = found.filter(({ at }) => at === noteAt);

  const send = async (): Promise<void> => {
    const { value: data, wrong } = readDraft(shape, draft);
    const missing =
      option.note === "must" && note.trim() === ""
        ? [{ at: noteAt, text: "A note is required." }]
        : [];
    const all = [...missing, ...wrong];
    setFound(all.map((one) => ({ ...one, code: null, fits: null })));
    if (all.length > 0 || decide.isPending) return;
    const body = {
      run,
      key,
      option: option.id,
      note,
      data: option.fields === undefined ? null : data,
      ...(option.ends === true ? {} : { drive: page }),
    };
    try {
      const done = await decide.mutateAsync({ ...body, id: once.begin(body) });
      once.end(false);
      say({ tone: "good", text: `Answered: ${option.label}`, lines: toldOf(done.events) });
      onAnswered();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      once.end(isUnsure(error));
      const heard = noes(error, placesOf(shape, draft), option.note === "none" ? null : noteAt);
      setFound(heard);
      if (!isStale(error)) return;
      say({ tone: "bad", text: "This is no longer asked.", lines: heard.map(({ text }) => text) });
      onAnswered();
    }
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void send();
  };
  const hear = (event: KeyboardEvent): void => {
    // A key that is held down chose the answer; it doesn't send it too.
    if (event.key === "Enter" && event.repeat) event.preventDefault();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  };
  return (
    <form
      ref={form}
      className="answer"
      aria-label={option.label}
      noValidate
      onSubmit={submit}
      onKeyDown={hear}
    >
      <Fields shape={shape} draft={draft} onDraft={setDraft} noes={found} at="" />
      {option.note === "none" ? null : (
        <div className="field">
          <label htmlFor={id}>
            Note{option.note === "must" ? null : <span className="dim"> (optional)</span>}
          </label>
          <textarea
            id={id}
            rows={2}
            value={note}
            aria-required={option.note === "must"}
            aria-invalid={noteNoes.length > 0}
            aria-describedby={`${id}-no`}
            onChange={({ target }) => setNote(target.value)}
          />
          <Noes noes={noteNoes} id={`${id}-no`} />
        </div>
      )}
      <div role="alert">
        <Noes noes={found.filter(({ at }) => at === null)} />
      </div>
      <p className="ends">
        <button
          type="submit"
          className={option.ends === true ? "first danger" : "first"}
          aria-disabled={decide.isPending}
          onClick={ignoreSecond}
        >
          {decide.isPending ? "Sending …" : option.label}
        </button>
        <span className="means">
          <Prose text={option.means} />
        </span>
        {focus ? (
          <button type="button" className="plain" onClick={leave}>
            Close
          </button>
        ) : null}
      </p>
    </form>
  );
};
