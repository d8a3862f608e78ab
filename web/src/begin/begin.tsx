// The page on which a run is begun, anew or as an earlier one was.
import "../act/act.css";
import "./begin.css";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import type { Startable } from "../../../src/http/answers.ts";
import { placesOf } from "../act/draft.ts";
import { Fields, Noes } from "../act/fields.tsx";
import { say } from "../act/said.ts";
import { useAsk } from "../act/use-ask.ts";
import { runAddress } from "../address.ts";
import { useStart } from "../api/mutations.ts";
import { useStartable } from "../api/queries.ts";
import { Awaited } from "../style/says.tsx";
import { Agents, Checks } from "./agents.tsx";
import { Goal, Labelled, Templates, Ways } from "./parts.tsx";
import { contextPlaces, firstWanted, goalPlaces, requestOf, restOf, type Way } from "./wanted.ts";

type FormProps = {
  readonly options: Startable;
  readonly first: Way;
  /** A run on whose work it begins; null: on the checkout's. */
  readonly follows: string | null;
};

const Form = ({ options, first, follows }: FormProps) => {
  const [search] = useSearchParams();
  const [, goTo] = useLocation();
  const [wanted, setWanted] = useState(() =>
    firstWanted(options, { protocol: search.get("protocol"), goal: search.get("goal") }),
  );
  const { ask, found, setFound, busy } = useAsk(useStart());
  const form = useRef<HTMLFormElement>(null);
  const way = options.protocols.find(({ name }) => name === wanted.protocol) ?? first;
  const rest = restOf(way);
  useEffect(() => {
    if (found.length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [found]);
  const goals = goalPlaces(way);
  const shown = [...goals, "/template", "/budget", ...contextPlaces(options, wanted)];

  const submit = async (): Promise<void> => {
    const { request: wished, wrong } = requestOf(options, way, wanted);
    const request = follows === null ? wished : { ...wished, follows };
    setFound(wrong.map((one) => ({ ...one, code: null, fits: null })));
    if (wrong.length > 0) return;
    const started = await ask(request, [...shown, ...placesOf(rest, wanted.rest)]);
    if (started === null) return;
    say({ tone: "good", text: "Started.", lines: [] });
    goTo(runAddress(started.run));
  };
  const hear = (event: SyntheticEvent): void => {
    event.preventDefault();
    void submit();
  };
  const part = { options, way, wanted, onWanted: setWanted, noes: found };
  return (
    <form ref={form} className="answer begin" aria-label="New run" noValidate onSubmit={hear}>
      <Goal {...part} places={goals} />
      <Ways {...part} />
      <Templates {...part} />
      <Agents {...part} />
      <Checks options={options} />
      <Labelled
        id="new-budget"
        label={
          <>
            Budget <span className="dim">(optional)</span>
          </>
        }
        hint="The most it may use, such as 5usd 2Mtok 3h 40jobs. Beyond it, nothing new starts."
        noes={found.filter(({ at }) => at === "/budget")}
      >
        <input
          id="new-budget"
          autoComplete="off"
          value={wanted.budget}
          placeholder={options.budget ?? "no limit"}
          aria-invalid={found.some(({ at }) => at === "/budget")}
          aria-describedby="new-budget-hint new-budget-no"
          onChange={({ target }) => setWanted({ ...wanted, budget: target.value })}
        />
      </Labelled>
      {rest.fields.length === 0 ? null : (
        <details className="part" open={found.some(({ at }) => at !== null && !shown.includes(at))}>
          <summary>More options</summary>
          <Fields
            shape={rest}
            draft={wanted.rest}
            onDraft={(draft) => setWanted({ ...wanted, rest: draft })}
            noes={found}
            at=""
          />
        </details>
      )}
      <div role="alert">
        <Noes noes={found.filter(({ at }) => at === null)} />
      </div>
      <p className="ends">
        <button type="submit" className="first" aria-disabled={busy}>
          {busy ? "Starting …" : "Start"}
        </button>
      </p>
    </form>
  );
};

export const Begin = () => {
  const [search] = useSearchParams();
  const [again, follows] = [search.get("again"), search.get("follows")];
  const { data: options, error } = useStartable(again);
  const first = options?.protocols[0];
  return (
    <main className="begin-page">
      <h1>{again === null ? "New run" : "Run again"}</h1>
      {again === null ? null : (
        <p className="dim">
          The form says what <Link href={runAddress(again)}>{again}</Link> was begun with. Change
          what you like.
        </p>
      )}
      {follows === null ? null : (
        <p className="dim">
          It begins on what landed of <Link href={runAddress(follows)}>{follows}</Link>.
        </p>
      )}
      {options === undefined || first === undefined ? (
        <Awaited error={error}>Loading …</Awaited>
      ) : (
        <Form key={again ?? ""} options={options} first={first} follows={follows} />
      )}
    </main>
  );
};
