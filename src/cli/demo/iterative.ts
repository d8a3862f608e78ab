// Demo story of iterative: consecutive fresh agents; the run ends only when one finds nothing left to do.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../core/record.ts";
import { Fault } from "../../core/refusal.ts";
import { count } from "../words.ts";
import type { Desk, DemoRun } from "./desk.ts";
import { brief, request } from "./iterative-work.ts";

/** Events that tell the story; the rest is in `cairn log`. */
const told =
  /^(PlanProposed|PlanApproved|PhaseEntered|PassBegun|PassEnded|WorkFound|WorkConfirmed|GateRun|VerdictGiven|UnitSettled|UnitStuck|ReviewGiven|DeliveryApproved|RunArchived)$/;

/** The number of events of a type in lines of `cairn log --json`. */
const counted = (lines: readonly string[], type: string): number =>
  lines.filter((line) => {
    const row: unknown = JSON.parse(line);
    return isRecord(row) && row["type"] === type;
  }).length;

export const iterative = async (desk: Desk): Promise<DemoRun> => {
  const { root, say, paint, chapter, type, run, show, drive, deliver } = desk;

  chapter("1. A request becomes a plan of units. Here it has one, with two criteria");
  const slug = "prices";
  const { run: id } = await drive(
    ["run", "iterative", request, "--slug", slug, ...brief],
    told,
    [3],
  );
  await show(["status", slug]);
  const approve = ["decide", slug, "plan", "approve"];
  type(approve);
  await run(approve);

  chapter(
    "2. A fresh agent each pass. One says done; another one with the same brief looks again and finds work",
  );
  const last = await drive(["run", slug], told, [0, 4]);

  chapter(
    "3. Its progress.md: Did is what an agent said; numbers, times, commits and Results are Cairn's",
  );
  const archive = join(root, ".claude/iterative/archive");
  const [name] = readdirSync(archive).filter((one) => one.startsWith(slug));
  if (name === undefined)
    throw new Fault("DEMO_FAILED", "the run was not archived", `Look into ${root}.`);
  const folder = join(archive, name);
  say(`  ${join(folder, "progress.md")}`);
  const entries = readFileSync(join(folder, "progress.md"), "utf8").split(/^(?=## )/mu);
  for (const line of entries.slice(1).join("").trimEnd().split("\n")) say(`    ${line}`);

  const { out } = await run(["log", slug, "--json"]);
  const [found, agreed, passes] = [
    counted(out, "WorkFound"),
    counted(out, "WorkConfirmed"),
    counted(out, "PassBegun"),
  ];
  say(
    `  ${count(passes, "pass")}: ${count(found, "confirmation")} found work, ${agreed} found nothing left`,
  );
  if (found !== 1 || agreed !== 1)
    throw new Fault(
      "DEMO_FAILED",
      "the confirmations did not find work once and agree then",
      `Look into ${root}.`,
    );
  say(
    paint(
      "good",
      "  the unit was done only when a second look found nothing; who verified it had written none of it",
    ),
  );
  await show(["verify", slug]);
  await deliver(slug);
  return { protocol: "iterative", run: id, root, folder, good: last.exit === 0 };
};
