// Why: a question is answered where it stands, with all that there is to know before, each answer with what follows from it.
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { Link } from "wouter";
import type { Shown } from "../../../src/http/answers.ts";
import { runAddress } from "../address.ts";
import { useDecide } from "../api/mutations.ts";
import { useDecision } from "../api/queries.ts";
import { AnyTrouble } from "../style/says.tsx";
import { briefParts } from "./brief.ts";
import { blank, type Draft, placesOf, readDraft } from "./draft.ts";
import { Documents } from "./documents.tsx";
import { Fields, Noes } from "./fields.tsx";
import { Mended } from "./mended.tsx";
import { isStale, isUnsure, type No, noes } from "./noes.ts";
import { useOnce } from "./once.ts";
import { Quoted } from "./quoted.tsx";
import { Rewrite } from "./rewrite.tsx";
import { say, toldOf } from "./said.ts";
import { formOf } from "./schema.ts";

type Asked = Shown["decisions"][number];
type Option = Asked["options"][number];

const noteAt = "note";

const Brief = ({ run, name }: { readonly run: string; readonly name: string }) => {
  const { data, error } = useDecision(run, name);
  if (error !== null) return isStale(error) ? null : <AnyTrouble error={error} />;
  return (
    <div className="brief">
      <Documents documents={data?.documents ?? []} />
      <details open>
        <summary>Context</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
        <div className="known" tabIndex={0} role="group" aria-label="context">
          {data === undefined ? (
            <p>reading …</p>
          ) : (
            briefParts(data.brief, data).map(({ quoted, text }, index) =>
              // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name
              quoted ? <Quoted key={index} text={text} /> : <p key={index}>{text}</p>,
            )
          )}
        </div>
      </details>
    </div>
  );
};

/** `focus`: somebody chose it just now. `leave`: another answer is looked for. `onAnswered`: it was taken, or isn't asked any more. */
const Answer = ({
  asked,
  option,
  focus,
  leave,
  onAnswered,
}: {
  readonly asked: Asked;
  readonly option: Option;
  readonly focus: boolean;
  readonly leave: () => void;
  readonly onAnswered: () => void;
}) => {
  const { run, key } = asked;
  const shape = formOf(option.fields);
  const [draft, setDraft] = useState<Draft>(() => blank(shape));
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
    const missing = option.note === "must" && note.trim() === "" ? [{ at: noteAt, text: "this must be said" }] : [];
    const all = [...missing, ...wrong];
    setFound(all.map((one) => ({ ...one, code: null, fits: null })));
    if (all.length > 0 || decide.isPending) return;
    const body = { run, key, option: option.id, note, data: option.fields === undefined ? null : data };
    try {
      const done = await decide.mutateAsync({ ...body, id: once.begin(body) });
      once.end(false);
      say({ tone: "good", text: `answered: ${option.id}`, lines: toldOf(done.events) });
      onAnswered();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      once.end(isUnsure(error));
      const heard = noes(error, placesOf(shape, draft), option.note === "none" ? null : noteAt);
      setFound(heard);
      if (!isStale(error)) return;
      say({ tone: "bad", text: "this isn't asked any more", lines: heard.map(({ text }) => text) });
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
    <form ref={form} className="answer" aria-label={`answer ${option.id}`} noValidate onSubmit={submit} onKeyDown={hear}>
      <Fields shape={shape} draft={draft} onDraft={setDraft} noes={found} at="" />
      {option.note === "none" ? null : (
        <div className="field">
          <label htmlFor={id}>note{option.note === "must" ? null : <span className="dim"> (may be left out)</span>}</label>
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
        <button type="submit" className="first" aria-disabled={decide.isPending}>
          {decide.isPending ? "sending …" : `Answer: ${option.id}`}
        </button>
        <button type="button" className="plain" onClick={leave}>
          not this
        </button>
      </p>
    </form>
  );
};

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Arrows go from answer to answer. */
const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const step = steps[event.key];
  if (step === undefined) return;
  const all = [...event.currentTarget.querySelectorAll("button")];
  const at = all.findIndex((one) => one === document.activeElement);
  if (at === -1) return;
  event.preventDefault();
  all.at((at + step) % all.length)?.focus();
};

/** What whoever asks would take, where that was said; it is filled in, and one click answers. */
const recommendedOf = ({ options }: Asked): string | null => options.find(({ means }) => means.endsWith("(recommended)"))?.id ?? null;

export const DecisionCard = ({
  shown,
  asked,
  proposed,
  onAnswered,
}: {
  readonly shown: Shown;
  readonly asked: Asked;
  readonly proposed: string | null;
  readonly onAnswered: () => void;
}) => {
  const [picked, setChosen] = useState<string | null | undefined>(proposed ?? undefined);
  const chosen = picked === undefined ? recommendedOf(asked) : picked;
  const [changing, setChanging] = useState(false);
  const { data: known } = useDecision(asked.run, asked.key);
  const rewrite = known?.rewrite ?? null;
  const label = useId();
  const [first = "", ...rest] = asked.question.split("\n");
  const option = asked.options.find(({ id }) => id === chosen);
  const stuck = asked.options.find(({ mends }) => mends !== undefined)?.mends;
  return (
    <article className="decision" aria-labelledby={label} data-decision={asked.key}>
      <h3 id={label}>{first}</h3>
      {rest.length === 0 ? null : <p className="question">{rest.join("\n").trim()}</p>}
      {asked.run === shown.run ? null : (
        <p className="small dim">
          asked by <Link href={runAddress(asked.run)}>{asked.run}</Link>, which this run started
        </p>
      )}
      {changing && rewrite !== null && "command" in rewrite ? (
        <Rewrite shown={shown} run={asked.run} command={rewrite.command} data={rewrite.data} leave={() => setChanging(false)} />
      ) : (
        <Brief run={asked.run} name={asked.key} />
      )}
      <ul className="choices" aria-label="answers" onKeyDown={walk}>
        {asked.options.map(({ id, means }) => (
          <li key={id}>
            <button type="button" aria-pressed={id === chosen} onClick={() => setChosen(id === chosen ? null : id)}>
              {id}
            </button>
            <span>{means}</span>
            {id === chosen && option !== undefined ? (
              <Answer
                key={id}
                focus={picked !== undefined}
                asked={asked}
                option={option}
                leave={() => setChosen(null)}
                onAnswered={onAnswered}
              />
            ) : null}
          </li>
        ))}
        {rewrite === null || !("command" in rewrite) || changing ? null : (
          <li>
            <button type="button" onClick={() => setChanging(true)}>
              change it
            </button>
            <span>part by part, here; you are asked about it anew</span>
          </li>
        )}
        {stuck === undefined ? null : <Mended run={asked.run} unit={stuck} />}
      </ul>
    </article>
  );
};
