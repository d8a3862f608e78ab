// Decision with its brief, documents and text to be rewritten, for its decider.
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { redact } from "../../core/secrets/redact.ts";
import type { Path } from "../../core/row.ts";
import { type Engine, groundOf } from "../engine.ts";
import type { Jobs } from "../system/jobs.ts";
import type { Folded } from "../fold.ts";
import type { AskedDecision } from "../picture/shape.ts";
import { shownDecision } from "./picture.ts";

/** Limits of shown documents and of characters per document. */
const most = 12;
const longest = 128 * 1024;

/** Credentials are removed before truncation: half of one isn't recognizable. */
export const documentText = (text: string): { readonly text: string; readonly cut: boolean } => ({
  text: redact(text).slice(0, longest),
  cut: text.length > longest,
});

/** The current documents without credentials; missing ones are omitted. */
const documentsOf = async (
  engine: Engine,
  folded: Folded,
  paths: readonly Path[],
): Promise<AskedDecision["documents"]> => {
  const wanted = [...new Set(paths)].slice(0, most);
  if (wanted.length === 0) return [];
  const { files } = await engine.workspace.facts(
    groundOf(engine, folded),
    { files: wanted, lenient: true },
    engine.now(),
  );
  return wanted.flatMap((path) => {
    const found = files[path];
    return found === undefined || found === null ? [] : [{ path, ...documentText(found.text) }];
  });
};

/** A decision that is open now. Refusal JOB_UNKNOWN: it isn't. */
export const askedDecision = async (
  { engine, ...jobs }: Pick<Jobs, "standings" | "brief"> & { readonly engine: Engine },
  run: string,
  folded: Folded,
  key: string,
): Promise<AskedDecision | Refusal> => {
  const standings = await jobs.standings(run);
  if (isRefusal(standings)) return standings;
  const standing = standings.find(({ is, job }) => is === "decision" && job.key === key);
  if (standing === undefined)
    return refuse("JOB_UNKNOWN", `no decision "${key.slice(0, 64)}" waits now`, {
      fits: "it was answered, or isn't asked any more",
    });
  const { protocol, state } = folded;
  const brief = await jobs.brief(run, standing.job, null);
  if (isRefusal(brief)) return brief;
  const rewrite = (await protocol.rewrites?.(state, standing.job)) ?? null;
  const written = Object.keys(protocol.documents?.(state) ?? {}).filter((path) =>
    path.endsWith(".md"),
  );
  const documents = await documentsOf(engine, folded, [
    ...(rewrite !== null && "documents" in rewrite ? rewrite.documents : []),
    ...written,
  ]);
  return { ...shownDecision(run, standing), brief, documents, rewrite };
};
