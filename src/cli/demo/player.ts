// Demo story of the player: prepared steps with a stop for a person, a failed proof and a rollback.
import { isRecord } from "../../core/record.ts";
import { Fault } from "../../core/refusal.ts";
import { count } from "../words.ts";
import type { Desk, DemoRun } from "./desk.ts";
import { steps, wish } from "./player-work.ts";

/** Events that tell the story; the rest is in `cairn log`. */
const told =
  /^(NodeStarted|NodeFinished|NodeFailed|CheckpointSaved|CheckpointPassed|RunPaused|RunResumed|RunRolledBack|RunCompleted|RunFailed)$/;

/** How often each node began, by lines of `cairn log --json`. */
const begun = (lines: readonly string[]): readonly (readonly [string, number])[] => {
  const nodes = lines.flatMap((line) => {
    const row: unknown = JSON.parse(line);
    const data = isRecord(row) && row["type"] === "NodeStarted" ? row["data"] : null;
    return isRecord(data) && typeof data["node"] === "string" ? [data["node"]] : [];
  });
  return [...Map.groupBy(nodes, (node) => node)].map(([node, starts]) => [node, starts.length]);
};

export const player = async (desk: Desk): Promise<DemoRun> => {
  const { root, say, paint, chapter, run, show, drive, deliver } = desk;

  chapter("1. What comes again and again is written once: five steps become a template");
  await show(["template", "compose", "Small change", ...steps.flatMap((step) => ["--step", step])]);

  chapter("2. Played up to the checkpoint, where a person answers");
  const { run: id, folder } = await drive(
    ["run", "player", "small-change", "--context", `goal=${wish}`],
    told,
    [3],
  );
  await drive(["decide", id, "CP-01", "continue"], told, [0]);

  chapter(
    "3. Two agents side by side say that they are done; the last step is the test suite, and it fails",
  );
  await drive(["run", id], told, [3]);
  await show(["status", id]);

  chapter("4. Back to the checkpoint: record and branch go back, and its question comes again");
  await drive(
    [
      "rollback",
      id,
      "--to",
      "CP-01",
      "--note",
      "the percentage is taken off as an amount",
      "--yes",
    ],
    told,
    [0],
  );
  await drive(["resume", id], told, [0]);
  await drive(["decide", id, "CP-01", "continue"], told, [0]);

  chapter("5. Played on to the end: the plan stands, the work is done anew, and the suite passes");
  const last = await drive(["run", id], told, [0, 4]);
  const counts = begun((await run(["log", id, "--json"])).out);
  for (const [node, starts] of counts) say(`  ${node}: begun ${count(starts, "time")}`);
  const replayed = counts[0]?.[1] !== 1;
  say(
    replayed
      ? paint("bad", "  what came before the checkpoint was played again: that must not happen")
      : paint("good", "  what came before the checkpoint was not played again"),
  );
  await show(["verify", id]);
  await deliver(id);
  if (replayed)
    throw new Fault(
      "DEMO_FAILED",
      "what came before the checkpoint was played again",
      `Look into ${root}.`,
    );
  return { protocol: "player", run: id, root, folder, good: last.exit === 0 };
};
