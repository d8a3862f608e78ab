// Why: a person decides by what lies before them: the plan, what stopped a unit, what was done, and what each answer does.
import { optionLines } from "../../../core/decision-options.ts";
import type { Job } from "../../../core/job.ts";
import { fenced, oneLine, page } from "../../../core/quote.ts";
import type { About } from "../jobs/about.ts";
import type { Described, State } from "../state.ts";
import { summary } from "../summary.ts";
import { unitOf } from "../units.ts";
import { fileOf } from "./parts.ts";
import { gapLine } from "./work.ts";

const unitLine = ({ id, title, max, depends, files, output, criteria }: Described): string => {
  const on = output ?? files.join(", ");
  const facts = [`max ${max}`, depends.length === 0 ? null : `after ${depends.join(", ")}`, on === "" ? null : oneLine(on, 120)].filter(
    (part) => part !== null,
  );
  return [`${id} ${oneLine(title)} (${facts.join("; ")})`, ...criteria.map((text) => `   - ${oneLine(text)}`)].join("\n");
};

const proposed = (state: State): readonly (string | null)[] => {
  const { plan, settings } = state;
  const units = plan.proposal?.units ?? [];
  const warnings = plan.proposal?.warnings ?? [];
  const gates = settings.gates.map(({ name, argv }) => `${name}: ${argv.join(" ")}`);
  return [
    units.length === 0 ? null : fenced(units.map(unitLine).join("\n")),
    warnings.length === 0 ? null : `Look at these:\n\n${fenced(warnings.map((one) => `- ${one}`).join("\n"))}`,
    gates.length === 0 ? null : `Gates that will run:\n\n${fenced(gates.join("\n"))}`,
    `${fileOf(state, state.mode === "development" ? "tasks.md" : "plan.md")} may be edited first.`,
  ];
};

const stuck = (state: State, id: string): readonly (string | null)[] => {
  const unit = unitOf(state, id);
  if (unit === null) return [];
  return [
    `${unit.used} of ${unit.max} passes, ${unit.confirmations} confirmations, ${unit.verifications} verifications.`,
    unit.lastDid === null ? null : `Last did (a claim):\n\n${fenced(unit.lastDid)}`,
    unit.remaining === null ? null : `Remaining:\n\n${fenced(unit.remaining)}`,
    unit.gaps.length === 0 ? null : `Gaps:\n\n${fenced(unit.gaps.map(gapLine).join("\n"))}`,
    `The story so far: ${fileOf(state, "progress.md")}.`,
  ];
};

const issues = ({ final }: State): string | null =>
  final.issues.length === 0
    ? null
    : `Issues:\n\n${fenced(final.issues.map((issue) => `${issue.unit ?? "no unit"} ${gapLine(issue)}`).join("\n"))}`;

const material = (state: State, about: About): readonly (string | null)[] => {
  switch (about.is) {
    case "approve":
      return about.proposed ? proposed(state) : [];
    case "stuck":
    case "hand-back":
      return stuck(state, about.unit);
    case "judge":
      return [issues(state)];
    case "deliver":
      return [fenced(summary(state).join("\n"))];
    default:
      return [];
  }
};

export const decisionBrief = (state: State, job: Job, about: About): string => {
  const { decision } = job;
  if (decision === undefined) return "";
  return page([
    `# ${job.key}`,
    decision.question,
    ...material(state, about),
    optionLines(decision.options),
    `Answer by \`cairn decide ${state.slug} ${job.subject} OPTION\`, a note by \`--note\`.`,
  ]);
};
