// Remarks about runs that aren't live: the chosen one of several, and a removed ledger whose anchors git still has.
import { newestFirst } from "../../core/newest.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import { resumeLine } from "../../core/words/resume-line.ts";
import type { Card } from "../../core/row.ts";
import type { System } from "../../runtime/system.ts";
import { cleanLine } from "../../core/words/clean.ts";
import type { Context } from "../verb.ts";

/** Warns if the ledger has no run at all but anchors exist of runs that no visible ledger has. @returns their number. */
export const noteGone = async (context: Context, system: System): Promise<number> => {
  if ((await system.runs()).length > 0) return 0;
  const gone = (await system.verify()).findings.filter(({ code }) => code === "RUN_GONE");
  const [first, ...more] = gone;
  if (first === undefined) return 0;
  const others =
    more.length === 0 ? "" : ` (and ${more.length} more ${more.length === 1 ? "run" : "runs"})`;
  context.note(
    `warning  RUN_GONE: run ${first.run ?? ""}: ${cleanLine(first.text)}${others}. Cleaning a checkout of ignored files removes a ledger, too; \`cairn restore FILE\` brings back what \`cairn export\` wrote, anchors alone bring back nothing`,
  );
  return gone.length;
};

/** Which finished run is used when none was named; silent if it is the only one. */
export const noteOver = async (
  context: Context,
  system: System,
  { run, place, life }: Card,
): Promise<void> => {
  if ((await system.runs()).length > 1)
    context.note(
      `no run is live here: this is ${run} (${cleanLine(place)}), which ${life === "archived" ? "was put away" : "is over"}`,
    );
};

/** Runs that are over and may be taken up again, as many as are shown. */
const mostAgain = 10;

/** Where no run, or no single one, is live: what the verbs that drive runs can do about it. */
export const withWay = async (system: System, verb: string, no: Refusal): Promise<Refusal> => {
  if (no.code === "RUN_AMBIGUOUS")
    return verb === "run"
      ? { ...no, fits: `${no.fits ?? ""}\n  all of them: cairn run --all` }
      : no;
  if ((await system.runs()).length === 0) return no;
  if (verb === "stop") return { ...no, fits: "`cairn status` lists the runs that are over" };
  if (verb !== "run" && verb !== "resume") return no;
  const ended = verb === "run" ? [] : await system.runs({ life: ["over"] });
  const failed = newestFirst(ended.filter(({ good, origin }) => good === false && origin === null));
  const again: string[] = [];
  for (const { run, protocol: name, phase } of failed) {
    const protocol = again.length < mostAgain ? await system.protocol(name) : null;
    const line = protocol === null || isRefusal(protocol) ? null : resumeLine(run, protocol);
    if (line !== null) again.push(`${line}  # ${name}, ${phase}`);
  }
  return {
    ...no,
    fits: [...again, 'a new one: cairn run "what is wanted"'].join("\n  "),
  };
};
