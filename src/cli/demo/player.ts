// Why: the other way to work: steps written once and played, with a stop for a person, a proof that fails and a way back.
import { isRecord } from "../../core/record.ts";
import { Fault } from "../../core/refusal.ts";
import { count } from "../words.ts";
import type { Ended } from "./child.ts";
import type { Desk, Shown } from "./desk.ts";
import { steps, wish } from "./player-work.ts";

/** Events that tell the story; the rest is in `cairn log`. */
const told =
  /#\d+ (RunStarted|NodeStarted|NodeFinished|NodeFailed|CheckpointSaved|CheckpointPassed|RunPaused|RunResumed|RunRolledBack|RunCompleted|RunFailed)\b/;

/** How often each node began, by lines of `cairn log --json`. */
const begun = (lines: readonly string[]): readonly (readonly [string, number])[] => {
  const nodes = lines.flatMap((line) => {
    const row: unknown = JSON.parse(line);
    const data = isRecord(row) && row["type"] === "NodeStarted" ? row["data"] : null;
    return isRecord(data) && typeof data["node"] === "string" ? [data["node"]] : [];
  });
  return [...Map.groupBy(nodes, (node) => node)].map(([node, starts]) => [node, starts.length]);
};

export const player = async (desk: Desk): Promise<Shown> => {
  const { root, say, paint, chapter, type, run, show } = desk;
  const typed = async (argv: readonly string[], expected?: readonly number[]): Promise<Ended> => {
    type(argv);
    const ended = await run(argv, expected);
    for (const line of ended.out) if (told.test(` ${line}`)) say(`  ${line}`);
    return ended;
  };

  chapter("8. The other way to work: what comes again and again is written once; five words become a template");
  const compose = ["template", "compose", "Small change", ...steps.flatMap((step) => ["--step", step])];
  type(compose);
  await show(compose);

  chapter("9. Played up to the checkpoint, where a person answers");
  const first = await typed(["run", "player", "small-change", "--context", `goal=${wish}`], [3]);
  const [, id, folder] = first.err.map((line) => /^run (\S+) is started in (.+)$/.exec(line)).find((found) => found !== null) ?? [];
  if (id === undefined || folder === undefined) throw new Fault("DEMO_FAILED", "no run of the template was started", `Look into ${root}.`);
  await typed(["decide", id, "CP-01", "continue"]);

  chapter("10. Two agents side by side; both say that they are done, but the last step is the test suite, and it says no");
  await typed(["run", id], [3]);
  await show(["status", id]);

  chapter("11. Back to the checkpoint: the record goes back, the files stay as they are; its question comes again");
  await typed(["rollback", id, "--to", "CP-01", "--note", "the percentage is taken off as an amount", "--yes"]);
  await typed(["resume", id]);
  await typed(["decide", id, "CP-01", "continue"]);

  chapter("12. Played on to the end: the plan stands, what was undone is done anew, and the suite passes");
  const last = await typed(["run", id], [0, 4]);
  const counts = begun((await run(["log", id, "--json"])).out);
  for (const [node, starts] of counts) say(`  ${node}: begun ${count(starts, "time")}`);
  const replayed = counts[0]?.[1] !== 1;
  say(
    replayed
      ? paint("bad", "  what came before the checkpoint was played again: that must not happen")
      : paint("good", "  what came before the checkpoint was not played again"),
  );
  await show(["verify", id]);
  if (replayed) throw new Fault("DEMO_FAILED", "what came before the checkpoint was played again", `Look into ${root}.`);
  return { protocol: "player", run: id, root, folder, good: last.exit === 0 };
};
