// Verb `cairn doctor`: all that is wrong with ledger, files, jobs and their surroundings, with safe mends.
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Doctored } from "../../runtime/system.ts";
import { has } from "../flags/args.ts";
import { orDamage } from "../damaged.ts";
import type { Page } from "../terminal/layout.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";
import { agentMayNot } from "../who.ts";
import { howMany } from "../../core/words/how-many.ts";
import { findingLines, unopened } from "./verify.ts";

const text = ({ findings, fixed }: Doctored, fix: boolean, page: Page): string => {
  const errors = findings.filter(({ severity }) => severity === "error");
  const warnings = findings.filter(({ severity }) => severity === "warning");
  const fixable = fix ? 0 : findings.filter((finding) => finding.fixable).length;
  const fine = fixed.length === 0 ? "nothing is wrong" : "nothing wrong is left";
  const parts = [
    ...(fixed.length === 0 ? [] : [`${fixed.length} mended`]),
    errors.length === 0 ? fine : howMany(errors.length, "finding"),
    ...(warnings.length === 0 ? [] : [howMany(warnings.length, "warning")]),
    ...(fixable === 0 ? [] : [`\`cairn doctor --fix\` mends ${fixable}`]),
  ];
  return [
    ...findingLines(fixed, page, "mended"),
    ...findingLines([...errors, ...warnings], page),
    parts.join(", "),
  ].join("\n");
};

/** Unlike other verbs doesn't read hand edits first: problems must be seen as they are. */
const doctored = async (
  context: Context,
  name: string | undefined,
  fix: boolean,
): Promise<Doctored | Refusal> => {
  const system = await context.system();
  const card = name === undefined ? null : await system.find(name);
  if (isRefusal(card)) return card;
  const agents = fix ? await agentMayNot(context, system, "mending the record") : null;
  return agents ?? system.doctor(card?.run, fix);
};

export const doctor: Verb = {
  name: "doctor",
  summary: "find what is wrong with record, files, jobs and agents, and mend what loses nothing",
  args: [
    {
      word: "RUN",
      must: false,
      means: "one run; the whole ledger and what lies around it if not said",
    },
  ],
  options: { fix: { means: "mend what may be mended; without it nothing is changed", word: null } },
  example: ["cairn doctor", "cairn doctor 0198f3 --fix"],
  run: async (context): Promise<Answer | Refusal> => {
    const [name] = context.words;
    const fix = has(context.given, "fix");
    const result = await orDamage<Doctored | Refusal>(
      () => doctored(context, name, fix),
      (damage) => ({ ...unopened(damage), fixed: [] }),
    );
    if (isRefusal(result)) return result;
    const { findings, fixed } = result;
    const bad = findings.some(({ severity }) => severity === "error");
    return {
      exit: bad ? exits.damaged : exits.done,
      json: { findings, fixed },
      text: (page) => text(result, fix, page),
    };
  },
};
