// Verb `cairn next`: lists the jobs that may start, and the reasons that block the others.
import { isRefusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { Standing } from "../../runtime/system.ts";
import { cleanLine } from "../clean.ts";
import { table } from "../layout.ts";
import { pick } from "../pick.ts";
import { decisionLines } from "../picture-text.ts";
import { onWhich } from "../unit-lines.ts";
import { pictureOf } from "../picture.ts";
import { exits, type Verb } from "../verb.ts";

type Rule = { readonly key: string; readonly role: string; readonly reason: string };

/** The protocol's own rule for what comes first; null: none stated. */
const ruleOf = (standings: readonly Standing[]): Rule | null => {
  const [first] = standings;
  return first?.job.reason === undefined
    ? null
    : { key: first.job.key, role: first.job.role, reason: first.job.reason };
};
const ruleLine = ({ key, role, reason }: Rule): string =>
  `${cleanLine(reason)} → ${key} for ${role === "person" ? "you" : role}`;

/** A live run with nothing due waits for running work, or is stuck. */
const nothing = ({ life, phase }: Card): string =>
  life === "over" || life === "archived"
    ? `over: no job is due any more (${cleanLine(phase)})`
    : "nothing: no job is due; `cairn doctor` tells why";

export const next: Verb = {
  name: "next",
  views: true,
  summary: "the jobs that ought to run now, and why the others may not",
  args: [
    {
      word: "RUN",
      must: false,
      means: "the run; if not said, the only live one, else the one that was at work last",
    },
  ],
  options: {},
  example: ["cairn next 0198f3", "cairn next --json | jq -r '.jobs[] | select(.ready) | .key'"],
  run: async (context) => {
    const system = await context.system();
    const picked = await pick(context, system, { min: 0, max: 0, words: "", over: "newest" });
    if (isRefusal(picked)) return picked;
    const { run } = picked.card;
    const standings = await system.standings(run);
    if (isRefusal(standings)) return standings;
    const rule = ruleOf(standings);
    const picture = await pictureOf(system, picked.card);
    if (isRefusal(picture)) return picture;
    const { jobs } = picture;
    const decisions = picture.decisions.filter((decision) => decision.run === run);
    return {
      exit: exits.done,
      json: { run, ...(rule === null ? {} : { next: rule }), jobs, decisions },
      text: (page) => {
        const rows = jobs.map((job) => {
          const { key, role, is, why, by } = job;
          const about = [onWhich(job), why ?? (by === null ? null : `by ${by}`)].filter(
            (part) => part !== null,
          );
          return [is, key, role, about.join("; ")];
        });
        const lines = [
          ...(rule === null ? [] : [ruleLine(rule)]),
          ...(rows.length === 0 ? [] : [table(rows, page, 0)]),
          ...decisions.flatMap((decision) => decisionLines(decision, page)),
        ];
        return lines.length === 0 ? nothing(picked.card) : lines.join("\n");
      },
    };
  },
};
