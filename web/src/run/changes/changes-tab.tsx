// Changes tab: the diff of a run, a task or an attempt, with comments on its lines.
import "../../time/files/files.css";
import { useCallback, useMemo } from "react";
import { Link } from "wouter";
import { unitStates } from "../../../../src/core/words/states.ts";
import { isWork } from "../../../../src/core/words/work-nodes.ts";
import type { WorkChanges } from "../../../../src/http/answers.ts";
import { useAddress } from "../../address.ts";
import { useWork, useWorkCounts } from "../../api/queries.ts";
import { Advice } from "../../style/advice.tsx";
import { Copy } from "../../style/copy.tsx";
import { isOver } from "../../../../src/core/over.ts";
import { Lines, linesIn } from "../../style/lines.tsx";
import { Sign } from "../../style/sign.tsx";
import { Pending } from "../../style/trouble.tsx";
import { howMany } from "../../../../src/core/words/how-many.ts";
import type { TabProps } from "../tab-names.ts";
import { Deliver } from "../deliver/deliver.tsx";
import { FileDifference } from "./file-difference.tsx";
import { type DiffLine, differencesIn } from "./patch.ts";
import { CommentList } from "./comment-list.tsx";
import { useComments } from "./comments.ts";
import { Coded } from "../../style/prose.tsx";

/** Maximum of files expanded by default. */
const filesMost = 12;

const words: Readonly<Record<WorkChanges["is"], string>> = {
  landed: "landed",
  working: "is under way, and may still change",
  waiting: "hasn't landed yet",
  tried: "was tried, and never landed",
};

const Summary = ({ work }: { readonly work: WorkChanges }) => {
  const { unit, job, is, branch, files, from, to, checkFiles } = work;
  return (
    <>
      <p>
        <strong>{unit === null ? branch : `${unit} (${job ?? ""})`}</strong>{" "}
        {unit === null ? null : words[is]}{" "}
        <span className="dim small">
          {from.slice(0, 12)}..{to.slice(0, 12)}{" "}
          <Copy text={`${from}..${to}`} name="commit range" />
        </span>{" "}
        · {howMany(files.length, "file")} <Lines of={linesIn(files)} />
      </p>
      {checkFiles.length === 0 ? null : (
        <p className="note wait">
          Among these files are some that checks depend on: {checkFiles.join(", ")}
        </p>
      )}
    </>
  );
};

export const ChangesTab = (props: TabProps) => {
  const { get } = useAddress();
  const [node, job] = [get("node"), get("job")];
  return <Changes key={`${node ?? ""} ${job ?? ""}`} {...props} node={node} job={job} />;
};

/** The run, a task or an attempt, with a link to the next larger scope. */
const Scope = ({
  node,
  job,
  label,
}: {
  readonly node: string | null;
  readonly job: string | null;
  readonly label: string | undefined;
}) => {
  const { link } = useAddress();
  if (node === null && job === null)
    return (
      <p className="small dim">
        All changes that have landed. Choose a task in the graph to see its own.
      </p>
    );
  return (
    <p className="small">
      <span className="dim">
        of {job === null ? <Coded text={`${node ?? ""} ${label ?? ""}`} /> : `the attempt ${job}`}
      </span>
      {job === null || node === null ? null : (
        <>
          {" "}
          · <Link href={link({ job: null })}>all of {node}</Link>
        </>
      )}{" "}
      · <Link href={link({ node: null, job: null })}>All that landed</Link>
    </p>
  );
};

/** Tasks whose work may land yet, each with a link to what it changed so far. */
const UnderWay = ({ shown }: Pick<TabProps, "shown">) => {
  const { link } = useAddress();
  const units = useWorkCounts(shown)?.units ?? {};
  const nodes = shown.nodes.filter(
    (node) => isWork(node) && (node.status === "running" || units[node.id]?.is === "waiting"),
  );
  if (nodes.length === 0) return null;
  return (
    <section aria-label="Not landed yet">
      <h2>Not landed yet</h2>
      <ul>
        {nodes.map(({ id, label, state }) => {
          const lines = units[id];
          return (
            <li key={id}>
              <Sign of={unitStates[state]} />{" "}
              <Link href={link({ node: id, job: null })}>
                <Coded text={`${id} ${label}`} />
              </Link>{" "}
              {lines === undefined ? null : <Lines of={lines} />}
            </li>
          );
        })}
      </ul>
      <h2>Landed</h2>
    </section>
  );
};

type Props = TabProps & {
  readonly node: string | null;
  /** The attempt whose changes are shown. */ readonly job: string | null;
};

const Changes = ({ shown, at, node, job }: Props) => {
  const { run } = shown;
  const { data: answer, error } = useWork(run, job ?? node);
  const data = answer?.work ?? undefined;
  const differences = useMemo(() => (data === undefined ? [] : differencesIn(data)), [data]);
  const [comments, change] = useComments(run, node);
  const comment = useCallback(
    (path: string, { after, text }: DiffLine) =>
      change((before) => [...before, { path, line: after, code: text, text: "" }]),
    [change],
  );
  const label = shown.nodes.find(({ id }) => id === node)?.label;
  return (
    <section className="files-tab differences changes-tab" aria-label="Changes">
      <Scope node={node} job={job} label={label} />
      {error !== null || answer === undefined ? (
        <Pending error={error} />
      ) : data === undefined ? (
        <p className="dim">{answer.why}</p>
      ) : (
        <Summary work={data} />
      )}
      {node === null && at === null ? (
        <>
          <Deliver shown={shown} />
          <UnderWay shown={shown} />
        </>
      ) : null}
      {differences.map((difference, index) => (
        <FileDifference
          key={difference.path}
          difference={difference}
          first={index < filesMost}
          onLine={at !== null || (node === null && !isOver(shown.life)) ? null : comment}
        />
      ))}
      {data?.cut === true ? (
        <p className="small dim">
          <Advice
            text={`Not everything is shown: large files are cut short. All of it: \`cairn diff ${shown.run} --patch\``}
          />
        </p>
      ) : null}
      {at === null ? (
        <CommentList shown={shown} node={node} comments={comments} onComments={change} />
      ) : null}
    </section>
  );
};
