// Why: the third way to work: fresh agents, one after the other, and nothing is done before one of them finds nothing left to do.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../core/record.ts";
import { Fault } from "../../core/refusal.ts";
import { count } from "../words.ts";
import { done } from "./child.ts";
import type { Desk, Shown } from "./desk.ts";
import { brief, request } from "./iterative-work.ts";
import { commitAll } from "./stage.ts";

/** Events that tell the story; the rest is in `cairn log`. */
const told =
  /#\d+ (PlanProposed|PlanApproved|PhaseEntered|PassBegun|PassEnded|WorkFound|WorkConfirmed|GateRun|VerdictGiven|UnitSettled|UnitStuck|ReviewGiven|DeliveryApproved|RunArchived)\b/;

/** How often a type of event stands in lines of `cairn log --json`. */
const counted = (lines: readonly string[], type: string): number =>
  lines.filter((line) => {
    const row: unknown = JSON.parse(line);
    return isRecord(row) && row["type"] === type;
  }).length;

export const iterative = async (desk: Desk): Promise<Shown> => {
  const { root, env, say, paint, chapter, type, cairn, run, show } = desk;
  const story = (text: string): void => {
    if (told.test(text)) say(`  ${text}`);
  };

  chapter("13. The third way to work: units and passes. Here the plan has one unit, with two criteria");
  await commitAll(root, env, "What the runs before have made");
  say("  what the runs before have made was committed, so that all that changes from here on is a pass's own");
  const slug = "prices";
  const first = ["run", "iterative", request, "--slug", slug, ...brief];
  type(first);
  const begun = await done(cairn(first, story), "cairn run", [3]);
  const id = begun.err.map((line) => /^run (\S+) is started in /.exec(line)?.[1]).find((found) => found !== undefined);
  if (id === undefined) throw new Fault("DEMO_FAILED", "no run of passes was started", `Look into ${root}.`);
  await show(["status", slug]);
  const approve = ["decide", slug, "plan", "approve"];
  type(approve);
  await run(approve);

  chapter("14. A fresh agent a pass. Done is what it says; so another one, with the very same brief, looks again: it finds work");
  type(["run", slug]);
  const last = await done(cairn(["run", slug], story), "cairn run", [0, 4]);

  chapter("15. The end of its progress.md: Did is what an agent said; numbers, times, commits and Results are the engine's");
  const archive = join(root, ".claude/iterative/archive");
  const [name] = readdirSync(archive).filter((one) => one.startsWith(slug));
  if (name === undefined) throw new Fault("DEMO_FAILED", "the run was not archived", `Look into ${root}.`);
  const folder = join(archive, name);
  say(`  ${join(folder, "progress.md")}`);
  const entries = readFileSync(join(folder, "progress.md"), "utf8").split(/^(?=## )/mu);
  for (const line of entries.slice(1).join("").trimEnd().split("\n")) say(`    ${line}`);

  const { out } = await run(["log", slug, "--json"]);
  const [found, agreed, passes] = [counted(out, "WorkFound"), counted(out, "WorkConfirmed"), counted(out, "PassBegun")];
  say(`  ${count(passes, "pass", "passes")}: ${count(found, "confirmation")} found work, ${agreed} found nothing left`);
  if (found !== 1 || agreed !== 1)
    throw new Fault("DEMO_FAILED", "the confirmations did not find work once and agree then", `Look into ${root}.`);
  say(paint("good", "  the unit was done only when a second look found nothing; who verified it had written none of it"));
  await show(["verify", slug]);
  return { protocol: "iterative", run: id, root, folder, good: last.exit === 0 };
};
