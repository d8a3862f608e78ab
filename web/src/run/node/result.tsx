// Why: what came of a task is what most people open it for: what its agent said at last, and what it changed.
import { Link, useSearchParams } from "wouter";
import { entriesOf } from "../../../../src/core/transcript.ts";
import type { Attempt } from "../../attempts.ts";
import { changed } from "../../address.ts";
import { useTranscript } from "../../api/transcript.ts";
import { useWorkDone } from "../../api/queries.ts";
import { Markdown } from "../../style/markdown.tsx";
import { count } from "../../words.ts";
import { plain } from "../plain.ts";

/** Files that are named, and characters of what was said. */
const filesMost = 8;
const saidMost = 4_000;

const Said = ({ run, fence }: { readonly run: string; readonly fence: number }) => {
  const { data } = useTranscript(run, fence);
  const said = entriesOf(data?.events ?? []).findLast((entry) => !("end" in entry) && entry.is === "said");
  if (said === undefined || "end" in said || said.is !== "said") return null;
  return (
    <div className="last-words">
      <Markdown text={plain(said.text).slice(0, saidMost)} />
    </div>
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
              <span className="good">+{added ?? 0}</span> <span className="bad">−{removed ?? 0}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="small">
        <Link href={`?${changed(search, { tab: "changes", job: null }).toString()}`}>Read {count(work.files.length, "changed file")}</Link>
        {work.is === "landed" ? null : <span className="dim"> · not landed</span>}
      </p>
    </>
  );
};

/** `attempts`: the newest first. */
export const Result = ({ run, node, attempts }: { readonly run: string; readonly node: string; readonly attempts: readonly Attempt[] }) => {
  const last = attempts.find(({ kind, over }) => over && kind !== "check");
  if (last === undefined) return null;
  return (
    <section className="result">
      <h3>Result</h3>
      <Said run={run} fence={last.fence} />
      <Files run={run} node={node} />
    </section>
  );
};
