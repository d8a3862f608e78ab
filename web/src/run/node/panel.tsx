// Why: all about one node in one place: why it waits, what proves it, who tried it, what is being written just now.
import "./panel.css";
import "../proof/proof.css";
import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "wouter";
import type { Shown, ShownNode } from "../../../../src/http/answers.ts";
import { useEvidence, useTimeline } from "../../api/queries.ts";
import { Mended } from "../../act/mended.tsx";
import { changed } from "../../address.ts";
import { type Attempt, heldIn } from "../../attempts.ts";
import { unitMark } from "../../style/mark.ts";
import { Sign } from "../../style/sign.tsx";
import { Advice } from "../../style/advice.tsx";
import { Prose } from "../../style/prose.tsx";
import { AnyTrouble } from "../../style/says.tsx";
import { useNodeLink } from "../node-link.ts";
import { counted, nameOf, taker } from "../node-words.ts";
import { CriterionRow } from "../proof/criterion.tsx";
import { AttemptList } from "./attempt-list.tsx";
import { attemptsAt } from "./attempts.ts";
import { Now } from "./now.tsx";
import { Result } from "./result.tsx";
import { Note } from "./note.tsx";
import { StopAttempt } from "./stop.tsx";
import { Takers } from "./takers.tsx";

type Props = {
  readonly run: string;
  readonly shown: Shown;
  readonly at: number | null;
  readonly node: ShownNode;
  /** It was opened just now, not by the address that the page began with. */ readonly opened: boolean;
};

/** Names shown of what it comes after, and of what comes after it. */
const namedMost = 12;

const Others = ({
  words,
  nodes,
}: {
  readonly words: string;
  readonly nodes: readonly ShownNode[];
}) => {
  const link = useNodeLink();
  if (nodes.length === 0) return null;
  return (
    <p className="others">
      <span className="dim">{words}</span>{" "}
      {nodes.slice(0, namedMost).map(({ id, label, state }) => (
        <Link key={id} href={link(id)} title={label}>
          <Sign of={unitMark(state)} alone />
          {id}
        </Link>
      ))}
      {nodes.length > namedMost ? (
        <span className="dim">and {nodes.length - namedMost} more</span>
      ) : null}
    </p>
  );
};

const Criteria = ({ run, at, node }: Omit<Props, "shown" | "opened">) => {
  const { data, error } = useEvidence(run, at);
  const own = data?.criteria.filter(({ unit }) => unit === node.id) ?? [];
  if (error !== null && data === undefined) return <AnyTrouble error={error} />;
  if (own.length === 0) return null;
  return (
    <section>
      <h3>
        Criteria <span className="dim number">{counted(node)}</span>
      </h3>
      <ul className="criteria">
        {own.map((criterion) => (
          <CriterionRow key={criterion.number} run={run} criterion={criterion} />
        ))}
      </ul>
    </section>
  );
};

const Work = ({
  run,
  shown,
  at,
  node,
  attempts,
  error,
}: Omit<Props, "opened"> & {
  readonly attempts: readonly Attempt[];
  readonly error: Error | null;
}) => {
  // Its lease is granted, its first event isn't there yet.
  const coming = shown.jobs.filter(
    ({ is, subject, fence }) =>
      is === "running" && subject === node.id && !attempts.some((one) => one.fence === fence),
  );
  const waiting = shown.jobs.filter(({ subject, is }) => subject === node.id && is !== "running");
  if (error !== null && attempts.length === 0) return <AnyTrouble error={error} />;
  if (attempts.length + coming.length + waiting.length === 0) return null;
  return (
    <section>
      <h3>Attempts</h3>
      <ul className="jobs small">
        {coming.map((job) => (
          <li key={job.key}>
            <span className="busy">{job.role} begins</span>{" "}
            <span className="dim">{nameOf(job)}</span>
          </li>
        ))}
        {waiting.map(({ key, role, is, why }) => (
          <li key={key}>
            <span className={is === "doubt" ? "doubt" : "dim"}>
              {role}: {is === "doubt" ? "in doubt" : is === "ready" ? "next" : "waits"}
            </span>
            {why === null || why === node.why ? null : <span> · {why}</span>}
          </li>
        ))}
      </ul>
      <AttemptList
        key={node.id}
        run={run}
        attempts={attempts}
        live={heldIn(shown.jobs, at !== null)}
      />
    </section>
  );
};

/** A stuck task that is asked about: a person who fixed it by hand says so here, too. */
const Fixed = ({ shown, unit }: { readonly shown: Shown; readonly unit: string }) => {
  const asked = shown.decisions.find(
    ({ run, options }) => run === shown.run && options.some(({ mends }) => mends === unit),
  );
  return asked === undefined ? null : (
    <ul className="choices">
      <Mended run={shown.run} unit={unit} />
    </ul>
  );
};

export const NodePanel = ({ run, shown, at, node, opened }: Props) => {
  const link = useNodeLink();
  const [search] = useSearchParams();
  const box = useRef<HTMLElement>(null);
  const narrow = useRef(!matchMedia("(min-width: 900px)").matches);
  useEffect(() => {
    if (!opened) return;
    if (narrow.current) box.current?.scrollIntoView({ block: "start" });
    // What had the focus made room for this.
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [opened]);
  const { why, note, label, kind, group, status, state } = node;
  const mark = unitMark(state);
  const after = shown.nodes.filter(({ id }) => node.after.includes(id));
  const before = shown.nodes.filter((other) => other.after.includes(node.id));
  const by = taker(node);
  const { data, error } = useTimeline(run);
  const attempts = attemptsAt(data?.attempts ?? [], node.id, at === null ? null : shown);
  const held = heldIn(shown.jobs, at !== null);
  return (
    <aside className="node-panel" ref={box} tabIndex={-1} aria-label={`${kind} ${node.id}`}>
      <header>
        <p>
          <span className={`badge ${mark.tone}`}>
            <Sign of={mark} /> {mark.words}
          </span>{" "}
          <span className="small dim">
            {[kind, group].filter((part) => part !== undefined).join(" in ")}
          </span>
          <Link className="button plain" href={link(null)} aria-label="Close" title="Close (Esc)">
            ✕
          </Link>
        </p>
        <h2>
          <span className="dim">{node.id}</span> <Prose text={label} />
        </h2>
      </header>
      {why === null ? null : (
        <p className="note wait">
          <Advice text={why} />
        </p>
      )}
      {note === null ? null : (
        <p>
          <Prose text={note} />
        </p>
      )}
      {by === null || status === "done" ? null : <p className="dim">{by}</p>}
      <Now key={`now ${node.id}`} run={run} attempts={attempts} live={held} />
      {at === null ? (
        <div className="ends">
          <StopAttempt
            key={`stop ${node.id}`}
            shown={shown}
            unit={node.id}
            told={node.told?.text ?? ""}
          />
          <Note key={`note ${node.id}`} shown={shown} unit={node.id} told={node.told} />
        </div>
      ) : null}
      {at === null ? <Fixed shown={shown} unit={node.id} /> : null}
      {at === null ? <Result key={node.id} run={run} node={node.id} attempts={attempts} /> : null}
      <Criteria run={run} at={at} node={node} />
      <Work run={run} shown={shown} at={at} node={node} attempts={attempts} error={error} />
      <div>
        <Others words="Comes after" nodes={after} />
        <Others words={status === "done" ? "Comes before" : "Waiting for it"} nodes={before} />
      </div>
      {at === null ? (
        <Takers key={`actions ${node.id}`} shown={shown} unit={node.id} kind={kind} note="" />
      ) : null}
      <p className="small">
        <Link href={`?${changed(search, { tab: "ledger", about: node.id }).toString()}`}>
          All events of this task
        </Link>
      </p>
    </aside>
  );
};
