// Panel of one node: why it waits, its agent's activity, result, criteria, attempts, and possible actions.
import "./panel.css";
import "../proof/proof.css";
import { type RefObject, useEffect, useRef } from "react";
import { Link } from "wouter";
import type { ShownNode } from "../../../../src/http/answers.ts";
import { useEvidence, useTimeline } from "../../api/queries.ts";
import { useAddress, useNodeLink } from "../../address.ts";
import { type Attempt, attemptsAt, liveFences } from "../../attempts.ts";
import { unitStates } from "../../../../src/core/words/states.ts";
import { Badge, Sign } from "../../style/sign.tsx";
import { Advice } from "../../style/advice.tsx";
import { Prose } from "../../style/prose.tsx";
import { AnyTrouble } from "../../style/trouble.tsx";
import type { TabProps } from "../tab-names.ts";
import { progressText, assigneeOf } from "../node-words.ts";
import { CriterionRow } from "../proof/criterion.tsx";
import { AttemptList } from "../attempts/attempt-list.tsx";
import { Doing } from "../../style/doing.tsx";
import { Result } from "./result.tsx";
import { Note } from "./note.tsx";
import { StopAttempt } from "./stop.tsx";
import { NodeCommands } from "./node-commands.tsx";

type Props = TabProps & { readonly node: ShownNode };

/** Maximum of names shown for predecessors and successors. */
const MAX_NAMES = 12;

const NodeLinks = ({
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
      {nodes.slice(0, MAX_NAMES).map(({ id, label, state }) => (
        <Link key={id} href={link(id)} title={label}>
          <Sign of={unitStates[state]} alone />
          {id}
        </Link>
      ))}
      {nodes.length > MAX_NAMES ? (
        <span className="dim">and {nodes.length - MAX_NAMES} more</span>
      ) : null}
    </p>
  );
};

const Criteria = ({ shown, at, node }: Props) => {
  const { data, error } = useEvidence(shown.run, at);
  const own = data?.criteria.filter(({ unit }) => unit === node.id) ?? [];
  if (error !== null && data === undefined) return <AnyTrouble error={error} />;
  if (own.length === 0) return null;
  return (
    <section>
      <h3>
        Criteria <span className="dim number">{progressText(node)}</span>
      </h3>
      <ul className="criteria">
        {own.map((criterion) => (
          <CriterionRow key={criterion.number} run={shown.run} criterion={criterion} />
        ))}
      </ul>
    </section>
  );
};

const Work = ({
  shown,
  node,
  attempts,
  live,
  error,
}: Pick<Props, "shown" | "node"> & {
  readonly attempts: readonly Attempt[];
  readonly live: ReadonlySet<number> | null;
  readonly error: Error | null;
}) => {
  const jobs = shown.jobs.filter(({ subject }) => subject === node.id);
  // Its lease is granted, but it has no event yet.
  const starting = jobs.filter(
    ({ is, fence }) => is === "running" && !attempts.some((one) => one.fence === fence),
  );
  const waiting = jobs.filter(({ is }) => is !== "running");
  if (error !== null && attempts.length === 0) return <AnyTrouble error={error} />;
  if (attempts.length + starting.length + waiting.length === 0) return null;
  return (
    <section>
      <h3>Attempts</h3>
      <ul className="jobs small">
        {starting.map((job) => (
          <li key={job.key}>
            <span className="busy">{job.role} begins</span>
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
      <AttemptList run={shown.run} attempts={attempts} live={live} most={8} />
    </section>
  );
};

/** A person's actions for the node: stop attempts, leave a note. */
const Controls = ({ shown, node }: Pick<Props, "shown" | "node">) => (
  <div className="ends">
    <StopAttempt shown={shown} unit={node.id} note={node.told?.text ?? ""} />
    <Note shown={shown} unit={node.id} note={node.told} />
  </div>
);

const Header = ({ node: { id, label, kind, group, state } }: Pick<Props, "node">) => (
  <header>
    <p>
      <Badge of={unitStates[state]} />{" "}
      <span className="small dim">
        {[kind, group].filter((part) => part !== undefined).join(" in ")}
      </span>
      <Link
        className="button plain"
        href={useNodeLink()(null)}
        aria-label="Close"
        title="Close (Esc)"
      >
        ✕
      </Link>
    </p>
    <h2>
      <span className="dim">{id}</span> <Prose text={label} />
    </h2>
  </header>
);

/** Scrolls a panel opened by a person into view, and takes the focus if it is lost. */
const useArrival = (box: RefObject<HTMLElement | null>, opened: boolean): void => {
  const narrow = useRef(!matchMedia("(min-width: 900px)").matches);
  useEffect(() => {
    if (!opened) return;
    if (narrow.current) box.current?.scrollIntoView({ block: "start" });
    // The focused element was replaced by this panel.
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [box, opened]);
};

/** Remounted for each node (`key`). @param opened by a person, not by the initial address */
export const NodePanel = ({ opened, ...props }: Props & { readonly opened: boolean }) => {
  const { shown, at, node } = props;
  const { link } = useAddress();
  const box = useRef<HTMLElement>(null);
  useArrival(box, opened);
  const { id, why, note, kind, status } = node;
  const by = assigneeOf(node);
  const { data, error } = useTimeline(shown.run);
  const attempts = attemptsAt(data?.attempts ?? [], id, at === null ? null : shown);
  const live = liveFences(shown.jobs, at !== null);
  return (
    <aside className="node-panel" ref={box} tabIndex={-1} aria-label={`${kind} ${id}`}>
      <Header node={node} />
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
      {at === null
        ? shown.jobs
            .filter(({ is, subject }) => is === "running" && subject === id)
            .map((job) => (
              <p key={job.key} className="now">
                <span className="busy">Now:</span> <Doing job={job} />
              </p>
            ))
        : null}
      {at === null ? <Controls shown={shown} node={node} /> : null}
      {at === null ? <Result run={shown.run} node={id} attempts={attempts} told={[]} /> : null}
      <Criteria {...props} />
      <Work shown={shown} node={node} attempts={attempts} live={live} error={error} />
      <div>
        <NodeLinks
          words="Comes after"
          nodes={shown.nodes.filter((other) => node.after.includes(other.id))}
        />
        <NodeLinks
          words={status === "done" ? "Comes before" : "Waiting for it"}
          nodes={shown.nodes.filter(({ after }) => after.includes(id))}
        />
      </div>
      {at === null ? <NodeCommands shown={shown} unit={id} /> : null}
      <p className="small">
        <Link href={link({ tab: "ledger", about: id })}>All events of this task</Link>
      </p>
    </aside>
  );
};
