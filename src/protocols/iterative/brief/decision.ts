// Brief of a decision for a person: plan, obstacle, work done, effect of each answer.
import { optionLines } from "../../../core/decision-options.ts";
import type { Job } from "../../../core/job.ts";
import { howMany } from "../../../core/how-many.ts";
import { fenced, oneLine, page } from "../../../core/quote.ts";
import type { About } from "../jobs/about.ts";
import type { Described, RedCheck, State } from "../state.ts";
import { summary } from "../summary.ts";
import { redOf, redWords, unitOf } from "../units.ts";
import { fileOf } from "./parts.ts";
import { gapLine } from "./work.ts";

const unitText = ({ id, title, max, depends, files, output, criteria }: Described): string => {
  const on = output ?? files.join(", ");
  return [
    `${id}  ${oneLine(title)}`,
    `   ${depends.length === 0 ? "can start at once" : `starts after ${depends.join(", ")}`}, at most ${howMany(max, "pass", "passes")}`,
    ...(on === "" ? [] : [`   changes ${oneLine(on, 120)}`]),
    ...criteria.map((text) => `   - ${oneLine(text)}`),
  ].join("\n");
};

const proposed = (state: State): readonly (string | null)[] => {
  const { plan, settings } = state;
  const units = plan.proposal?.units ?? [];
  const warnings = plan.proposal?.warnings ?? [];
  const gates = settings.gates.map(({ name, argv }) => `${name}: ${argv.join(" ")}`);
  return [
    units.length === 0
      ? null
      : `The plan (${howMany(units.length, "unit")}):\n\n${fenced(units.map(unitText).join("\n\n"))}`,
    warnings.length === 0
      ? null
      : `Look at these:\n\n${fenced(warnings.map((one) => `- ${one}`).join("\n"))}`,
    gates.length === 0 ? null : `Checks that will run (its gates):\n\n${fenced(gates.join("\n"))}`,
    `To change the plan first, edit ${fileOf(state, state.mode === "development" ? "tasks.md" : "plan.md")}.`,
  ];
};

/** A failed check with its command and the end of its output. */
const redText = (check: RedCheck): string =>
  [
    `${redWords([check]).join("")}: ${check.argv.join(" ")}`,
    check.excerpt.trim() === "" ? "(it printed nothing)" : check.excerpt.trimEnd(),
  ].join("\n");

const stuck = (state: State, id: string): readonly (string | null)[] => {
  const unit = unitOf(state, id);
  if (unit === null) return [];
  const red = redOf(unit);
  return [
    red.length === 0 ? null : `What fails:\n\n${fenced(red.map(redText).join("\n\n"))}`,
    `${unit.used} of ${unit.max} passes, ${unit.confirmations} confirmations, ${unit.verifications} verifications.`,
    unit.lastDid === null ? null : `Last did (a claim):\n\n${fenced(unit.lastDid)}`,
    unit.remaining === null || red.length > 0 ? null : `Remaining:\n\n${fenced(unit.remaining)}`,
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
