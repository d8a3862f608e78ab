// Ultrawork's work under kills: the demo from goal to verdict, no resolved task worked on again.
import { goal } from "../fixtures/shop/project.ts";
import { layOut } from "./ground.ts";
import type { Entry } from "./told.ts";
import { doubles, textOf, unended, type Work } from "./work.ts";

/** `lost`: hosts were killed, too. `tasks`: what was planned. */
export const ledgerFindings = (
  ledger: readonly Entry[],
  lost: number,
  tasks: readonly string[],
): readonly string[] => {
  const begun = ledger.filter(({ type }) => type === "JobBegun");
  const resolved = new Map(
    ledger
      .filter(({ type }) => type === "UnitDone")
      .map((entry) => [textOf(entry, "unit"), entry.version]),
  );
  const redone = begun.filter(
    (entry) => entry.version > (resolved.get(textOf(entry, "unit")) ?? Number.POSITIVE_INFINITY),
  );
  const failed = ledger.filter(({ type }) => /^(UnitReturned|JudgeFailed)$/.test(type));
  const meant = (entry: Entry): boolean => {
    const kind = textOf(entry, "kind");
    return (
      kind === "released" ||
      (kind === "lost" && lost > 0) ||
      (kind === "checks" && entry.data["unit"] === "2")
    );
  };
  return [
    ...unended(ledger),
    ...tasks.filter((task) => !resolved.has(task)).map((task) => `task ${task} was never resolved`),
    ...redone.map(
      (entry) => `${textOf(entry, "job")} (${entry.version}) began after its task was resolved`,
    ),
    ...doubles(begun.map((entry) => textOf(entry, "job"))).map((job) => `${job} was begun twice`),
    ...failed
      .filter((entry) => !meant(entry))
      .map(
        (entry) =>
          `${entry.type} (${entry.version}): ${textOf(entry, "kind")}, ${textOf(entry, "reason")}`,
      ),
  ];
};

/** Of `tasks` none may wait for one that isn't among them. */
export const ultraworkOf = (tasks: readonly string[]): Work => ({
  name: "ultrawork",
  layOut: (program, under) => layOut(program, under, tasks),
  begin: ({ home }) => ["run", "ultrawork", goal, "--home", home, "--max-workers", "3"],
  answer: (run, key) => {
    if (key !== "approve-1") throw new Error(`the run waits for ${key}`);
    return ["decide", run, key, "approve"];
  },
  phase: "COMPLETE",
  begun: (ledger) =>
    ledger.filter(({ type }) => type === "JobBegun").map((entry) => textOf(entry, "job")),
  judge: (ledger, lost) => ledgerFindings(ledger, lost, tasks),
  isAgents: (path) => path.startsWith("exploration/") || path === "design.md",
  isOutput: () => false,
});
