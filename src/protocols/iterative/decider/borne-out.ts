// Check of a found folder against git and Outputs: what they don't bear out counts as undone.
import type { DataOf } from "../../../kit/schema.ts";
import type { adoptInput } from "../opening-shapes.ts";
import { outputPath } from "../units.ts";
import { outputRun } from "./output.ts";

type Adopt = DataOf<typeof adoptInput>;
type Found = Adopt["found"];
type Unit = Found["units"][number];

const hold: ReadonlySet<Unit["stage"]> = new Set(["settled", "confirm", "regate", "verify"]);

const commitsMissing = (
  { commits }: Unit,
  known: Readonly<Record<string, boolean>>,
): string | null => {
  const gone = commits.filter((hash) => known[hash] !== true);
  return gone.length === 0
    ? null
    : `there is no commit ${gone.map((hash) => hash.slice(0, 7)).join(", ")}`;
};

const outputMissing = (
  { found, contents = {}, files = {} }: Adopt,
  { output }: Unit,
): string | null => {
  if (output === null) return null;
  const path = outputPath({ slug: found.slug, archive: found.archived }, output);
  return outputRun(
    "output",
    path,
    files[path] ?? null,
    typeof contents[`output:${path}`] === "string",
  ).why;
};

/** Work continues if passes are left; otherwise a person is asked. */
const lowered = (unit: Unit): Unit => {
  const again: Unit = { ...unit, basis: null, completed_at: null };
  return unit.used >= unit.max
    ? {
        ...again,
        stage: "stuck",
        stuck: { kind: "timeout", reason: `${unit.used} of ${unit.max} passes used`, back: "work" },
      }
    : { ...again, stage: "work", stuck: null };
};

/** Only lowers claims. An archived folder is taken as it is. */
export const borneOut = (
  data: Adopt,
): { readonly found: Found; readonly notes: readonly string[] } => {
  const { found, known } = data;
  // Without a measurement, nothing can be judged.
  if (known === undefined || found.archived !== null) return { found, notes: [] };
  const notes: string[] = [];
  const units = found.units.map((unit) => {
    const why = hold.has(unit.stage)
      ? (commitsMissing(unit, known) ?? outputMissing(data, unit))
      : null;
    const commits = unit.commits.filter((hash) => known[hash] === true);
    if (why === null) return { ...unit, commits };
    notes.push(
      `STATUS_LOWERED: ${unit.id} can't be ${unit.stage === "settled" ? "done" : "confirmed"}, and goes on in work: ${why}`,
    );
    return { ...lowered(unit), commits };
  });
  const commits = found.commits.filter(({ hash, subject }) => {
    if (known[hash] !== true)
      notes.push(
        `COMMIT_UNKNOWN: ${hash.slice(0, 7)}: ${subject.slice(0, 80)} is left out, there is no such commit`,
      );
    return known[hash] === true;
  });
  const undone = units.some(({ stage }) => stage !== "settled");
  const later = found.phase === "verify" || found.phase === "deliver" || found.phase === "complete";
  return {
    found: { ...found, units, commits, phase: later && undone ? "execute" : found.phase },
    notes,
  };
};
