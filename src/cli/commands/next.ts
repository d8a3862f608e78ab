// Why: whoever takes jobs by hand must see which may start, and why the others may not.
import { isRefusal } from "../../core/refusal.ts";
import { table } from "../layout.ts";
import { pick } from "../pick.ts";
import { shownDecision, shownJob } from "../picture.ts";
import { decisionLines } from "../picture-text.ts";
import { exits, type Verb } from "../verb.ts";

export const next: Verb = {
  name: "next",
  summary: "the jobs that ought to run now, and why the others may not",
  args: [{ word: "RUN", must: false, means: "the run; if not said, the only live one, else the one that was at work last" }],
  options: {},
  example: ["cairn next 0198f3", "cairn next --json | jq -r '.jobs[] | select(.ready) | .key'"],
  run: async (context) => {
    const system = await context.system();
    const picked = await pick(context, system, { min: 0, max: 0, words: "", over: "newest" });
    if (isRefusal(picked)) return picked;
    const { run } = picked.card;
    const standings = await system.standings(run);
    if (isRefusal(standings)) return standings;
    const jobs = standings.filter(({ job }) => job.kind !== "decision").map((standing) => shownJob(standing, null));
    const decisions = standings.filter(({ is }) => is === "decision").map((standing) => shownDecision(run, standing));
    return {
      exit: exits.done,
      json: { run, jobs, decisions },
      text: (page) => {
        const rows = jobs.map(({ key, role, is, why, by }) => [is, key, role, why ?? (by === null ? "" : `by ${by}`)]);
        const lines = [
          ...(rows.length === 0 ? [] : [table(rows, page, 0)]),
          ...decisions.flatMap((decision) => decisionLines(decision, page)),
        ];
        return lines.length === 0 ? "nothing: no job is due" : lines.join("\n");
      },
    };
  },
};
