// Why: what came of a task is what most people open it for: what its agent said at last, and what it changed.
import { Link, useSearchParams } from "wouter";
import { entriesOf } from "../../../../src/core/transcript.ts";
import type { Attempt } from "../../attempts.ts";
import { changed } from "../../address.ts";
import { useTranscript } from "../../api/transcript.ts";
import { useWorkDone } from "../../api/queries.ts";
import { Markdown } from "../../style/markdown.tsx";
import { Prose } from "../../style/prose.tsx";
import { count } from "../../words.ts";
import { plain } from "../plain.ts";

/** Files that are named, and characters of what was said. */
const filesMost = 8;
const saidMost = 4_000;

/** Of its report, where it said what it did. */
const summaryOf = ({ ends }: Attempt): string | null =>
  ends.find(({ is }) => is === "reported" || is === "written")?.why ?? null;

const Said = ({ run, attempt }: { readonly run: string; readonly attempt: Attempt }) => {
  const { data } = useTranscript(run, attempt.fence);
  const said = entriesOf(data?.events ?? []).findLast(
    (entry) => !("end" in entry) && entry.is === "said",
  );
  const summary = summaryOf(attempt);
  const words =
    said === undefined || "end" in said || said.is !== "said" ? null : (
      <div className="last-words">
        <Markdown text={plain(said.text).slice(0, saidMost)} />
      </div>
    );
  if (summary === null) return words;
  return (
    <>
      <p>
        <Prose text={summary} />
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
  const [search] = useSearchParams();
  const { data } = useWorkDone(run, node);
  const work = data?.work ?? null;
  if (work === null || work.files.length === 0) return null;
  return (
    <>
      <ul className="files small">
        {work.files.slice(0, filesMost).map(({ path, added, removed }) => (
          <li key={path}>
            <code>{path}</code>{" "}
            <span className="number">
              <span className="good">+{added ?? 0}</span>{" "}
              <span className="bad">−{removed ?? 0}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="small">
        <Link href={`?${changed(search, { tab: "changes", job: null }).toString()}`}>
          Read {count(work.files.length, "changed file")}
        </Link>
        {work.is === "landed" ? null : <span className="dim"> · not landed</span>}
      </p>
    </>
  );
};

/** `attempts`: the newest first. */
export const Result = ({
  run,
  node,
  attempts,
}: {
  readonly run: string;
  readonly node: string;
  readonly attempts: readonly Attempt[];
}) => {
  const last = attempts.find(({ kind, over }) => over && kind !== "check");
  if (last === undefined) return null;
  return (
    <section className="result">
      <h3>Result</h3>
      <Said run={run} attempt={last} />
      <Files run={run} node={node} />
    </section>
  );
};
