// Result of a task: its agent's last words, the files that it changed, and why it failed.
import "../proof/proof.css";
import { Link } from "wouter";
import { entriesOf } from "../../../../src/core/agents/transcript.ts";
import { type Attempt, attemptsAt } from "../../attempts.ts";
import { useAddress } from "../../address.ts";
import { useTranscript } from "../../api/transcript.ts";
import { useEvidence, useTimeline, useWorkDone } from "../../api/queries.ts";
import { Lines, linesIn } from "../../style/lines.tsx";
import { Markdown } from "../../style/markdown.tsx";
import { Prose } from "../../style/prose.tsx";
import { howMany } from "../../../../src/core/words/how-many.ts";
import { CriterionRow } from "../proof/criterion.tsx";
import { spoken } from "./spoken.ts";

/** Limits of named files, and of characters of the summary. */
const MAX_FILES = 8;
const MAX_CHARACTERS = 4_000;

type ReportProps = {
  readonly run: string;
  readonly attempt: Attempt;
  readonly told: readonly string[];
};

const Report = ({ run, attempt, told }: ReportProps) => {
  const { data } = useTranscript(run, attempt.fence);
  const said = entriesOf(data?.events ?? [])
    .flatMap((entry) => (!("end" in entry) && entry.is === "said" ? [entry.text] : []))
    .at(-1);
  const summary = attempt.ends.find(({ is }) => is === "reported" || is === "written")?.why ?? null;
  const text = spoken(said ?? "");
  const words =
    text.trim() === "" ? null : (
      <div className="last-words">
        <Markdown text={text.slice(0, MAX_CHARACTERS)} />
      </div>
    );
  if (summary === null) return words;
  if (told.includes(summary.trim())) return null;
  return (
    <>
      <p>
        <span className="dim">Its agent says:</span> <Prose text={summary} />
      </p>
      {words === null ? null : (
        <details className="small">
          <summary className="dim">Its last words</summary>
          {words}
        </details>
      )}
    </>
  );
};

const Files = ({ run, node }: { readonly run: string; readonly node: string }) => {
  const { link } = useAddress();
  const { data } = useWorkDone(run, node);
  const work = data?.work ?? null;
  if (work === null || work.files.length === 0) return null;
  return (
    <>
      <ul className="files small">
        {work.files.slice(0, MAX_FILES).map(({ path, added, removed }) => (
          <li key={path}>
            <code>{path}</code> <Lines of={linesIn([{ added, removed }])} />
          </li>
        ))}
      </ul>
      <p className="small">
        <Link href={link({ tab: "changes", job: null })}>
          Read {howMany(work.files.length, "changed file")}
        </Link>
        {work.is === "landed" ? null : <span className="dim"> · not landed</span>}
      </p>
    </>
  );
};

type ResultProps = Pick<ReportProps, "run" | "told"> & {
  readonly node: string;
  readonly attempts: readonly Attempt[];
};

/** `attempts`: newest first. */
export const Result = ({ run, node, attempts, told }: ResultProps) => {
  const last = attempts.find(({ kind, over }) => over && kind !== "check");
  if (last === undefined) return null;
  return (
    <section className="result">
      <h3>Result</h3>
      <Report run={run} attempt={last} told={told} />
      <Files run={run} node={node} />
    </section>
  );
};

/** Why a task failed, in one place: what it reported, what it changed, and the checks that don't hold. `told`: what stands beside it already. */
export const Failure = ({ run, node, told }: Omit<ResultProps, "attempts">) => {
  const { data: timeline } = useTimeline(run);
  const attempts = attemptsAt(timeline?.attempts ?? [], node, null);
  const { data: evidence } = useEvidence(run);
  const failed =
    evidence?.criteria.filter(({ unit, status }) => unit === node && status === "failed") ?? [];
  return (
    <>
      <Result run={run} node={node} attempts={attempts} told={told} />
      {failed.length === 0 ? null : (
        <ul className="criteria">
          {failed.map((criterion) => (
            <CriterionRow key={criterion.number} run={run} criterion={criterion} />
          ))}
        </ul>
      )}
    </>
  );
};
