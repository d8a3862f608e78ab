// Verb `cairn doctor`: named ailments of ledger, files, processes and runs, with safe repairs.
import { firstOf } from "../../core/how-many.ts";
import { type Fault, isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { DoctorFinding, Doctored } from "../../runtime/system.ts";
import { has } from "../args.ts";
import { cleanLine } from "../clean.ts";
import { orDamage } from "../damaged.ts";
import { type Page, paragraph } from "../layout.ts";
import { paint } from "../style.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";
import { agentMayNot } from "../who.ts";
import { count } from "../words.ts";

/** The first is told, the others of its kind are named. */
const groupLines = (
  [first, ...others]: readonly DoctorFinding[],
  page: Page,
  done: boolean,
): readonly string[] => {
  if (first === undefined) return [];
  const { kind, run, severity, text, fits, fixable } = first;
  const tone = done ? "good" : severity === "error" ? "bad" : "dim";
  const mark = done ? "mended" : severity;
  const more = others.map(({ subject }) => cleanLine(subject));
  const said = (words: string): string => `   ${paragraph(page, words, 3)}`;
  return [
    `${paint(page, tone, mark.padEnd(7))} ${kind}${run === null ? "" : `  ${cleanLine(run)}`}`,
    said(cleanLine(text)),
    ...(more.length === 0 ? [] : [said(`also ${firstOf(more, mostNamed)}`)]),
    ...(done ? [] : [said(`${fixable ? "--fix: " : ""}${cleanLine(fits)}`)]),
  ];
};
const mostNamed = 20;
/** Notes of one kind in one run stand together; what lies around the ledger has advice of its own. */
const noteLines = (notes: readonly DoctorFinding[], page: Page): readonly string[] =>
  [...Map.groupBy(notes, ({ kind, run, subject }) => `${kind} ${run ?? subject}`).values()].flatMap(
    (group) => groupLines(group, page, false),
  );

const text = ({ findings, fixed }: Doctored, fix: boolean, page: Page): string => {
  const errors = findings.filter(({ severity }) => severity === "error");
  const notes = findings.length - errors.length;
  const fixable = fix ? 0 : errors.filter((finding) => finding.fixable).length;
  const parts = [
    ...(fixed.length === 0 ? [] : [`${fixed.length} mended`]),
    errors.length === 0
      ? fixed.length === 0
        ? "nothing is wrong"
        : "nothing wrong is left"
      : count(errors.length, "finding"),
    ...(notes === 0 ? [] : [count(notes, "note")]),
    ...(fixable === 0 ? [] : [`\`cairn doctor --fix\` mends ${fixable}`]),
  ];
  return [
    ...fixed.flatMap((finding) => groupLines([finding], page, true)),
    ...errors.flatMap((finding) => groupLines([finding], page, false)),
    ...noteLines(
      findings.filter(({ severity }) => severity === "note"),
      page,
    ),
    parts.join(", "),
  ].join("\n");
};

const unopened = ({ code, message, hint }: Fault): Doctored => ({
  findings: [
    {
      kind: "unreadable",
      run: null,
      subject: "ledger",
      severity: "error",
      text: `${code}: ${message}`,
      fits: hint,
      fixable: false,
    },
  ],
  fixed: [],
});

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
  return agents ?? system.doctor(card?.run ?? null, fix);
};

export const doctor: Verb = {
  name: "doctor",
  summary: "find drift between ledger, files, jobs and agents, and mend what loses nothing",
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
    const [name, ...more] = context.words;
    if (more.length > 0)
      return refuse("USAGE", `too many words: ${more.join(" ").slice(0, 120)}`, { fits: "[RUN]" });
    const fix = has(context.given, "fix");
    const result = await orDamage<Doctored | Refusal>(() => doctored(context, name, fix), unopened);
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
