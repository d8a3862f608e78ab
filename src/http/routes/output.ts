// Why: people want to see an agent at work, and afterwards what it wrote; the spool has the one, the kept outputs the other.
import { join } from "node:path";
import { z } from "zod";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Card, Digest } from "../../core/row.ts";
import type { Output } from "../answers.ts";
import { ofRun, numberOf, whole } from "../meant.ts";
import { get, type Ground } from "../route.ts";
import { output } from "../shapes/files.ts";
import { recordedOf } from "../show/lines.ts";
import { partOf, spooledPart } from "../show/spooled.ts";

/** Of one reading, in rows. */
const pageSize = 1_000;

/** What the events under a lease name as kept; null: they name nothing. Undefined: no event was said under it, which the timeline tells without another look at the log. */
const keptOf = async (
  { system, pictures }: Pick<Ground, "system" | "pictures">,
  card: Card,
  fence: number,
): Promise<Digest | null | undefined> => {
  const protocol = await system.protocol(card.protocol);
  const attempts = await pictures.timeline(card);
  if (isRefusal(protocol) || isRefusal(attempts)) return undefined;
  const spans = attempts.filter((one) => one.fence === fence).map(({ versions }) => versions);
  if (spans.length === 0) return undefined;
  const { refers } = protocol;
  if (refers === undefined) return null;
  const [first, last] = [Math.min(...spans.map(([from]) => from)), Math.max(...spans.map(([, to]) => to))];
  const named: Digest[] = [];
  for (let after = first - 1; after < last;) {
    const rows = await system.rows(card.run, after, Math.min(pageSize, last - after));
    for (const event of rows.map(recordedOf))
      if (event.by.fence === fence && refers.types.includes(event.type)) named.push(...(refers.of(event).outputs ?? []));
    after = rows.at(-1)?.version ?? last;
  }
  return named.at(-1) ?? null;
};

export const outputRoute = get("/api/runs/:run/jobs/:fence/output", {
  means: "What the program of a job has written, from a byte on, by the fence of its lease: as it comes, or as it was kept.",
  query: z.object({ from: whole(Number.MAX_SAFE_INTEGER) }),
  answer: output,
  run: ofRun(async (asked, card): Promise<Output | Refusal> => {
    const { system, params, query } = asked;
    const said = params["fence"] ?? "";
    const fence = /^\d{1,15}$/u.test(said) ? Number(said) : -1;
    const from = numberOf(query.from, 0);
    const { entries } = await system.workspace.spool.list(card.run);
    const entry = entries.find((one) => one.fence === fence);
    if (entry !== undefined) {
      const over = entry.exit !== null;
      return { ...spooledPart(join(entry.folder, "out"), from, over), over, kept: false };
    }
    const digest = await keptOf(asked, card, fence);
    if (digest === undefined)
      return refuse("JOB_UNKNOWN", `no job of run ${card.run} has the fence ${said.slice(0, 40)}`, {
        fits: `GET /api/runs/${card.run}/timeline lists them`,
      });
    const bytes = digest === null ? null : await system.workspace.kept(digest);
    if (bytes === null) return { text: "", next: from, over: true, kept: false };
    const read = (begin: number, end: number): Buffer => Buffer.from(bytes.subarray(begin, end));
    return { ...partOf({ size: bytes.byteLength, read }, from, true), over: true, kept: true };
  }),
});
