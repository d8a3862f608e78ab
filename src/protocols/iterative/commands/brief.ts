// The command that writes the brief. Planning begins once it is there and nothing is asked.
import type { Stamp } from "../../../core/protocol.ts";
import { refuse, refuseAll, type Refusal } from "../../../core/refusal.ts";
import type * as t from "../../../kit/schema.ts";
import { frozen, keepsAll, notItsDesk, unquiet } from "../decider/quiet.ts";
import { chain, type Decided, type Events, fold, oversized } from "../decider/step.ts";
import * as event from "../events.ts";
import { openQuestions } from "../evolve/brief.ts";
import { taskLimit } from "../limits.ts";
import { inHeading, plainValue } from "../markdown/values.ts";
import { modeOf } from "../request-words.ts";
import * as s from "../shapes.ts";
import type { Mode, State } from "../state.ts";
import { command } from "./declare.ts";
import { templatePlan } from "./plan.ts";

type Input = t.Of<typeof s.briefInput>;
type Written = t.Of<typeof s.brief>;

export const domainUnfit = (mode: Mode, domain: string): Refusal =>
  refuse("DOMAIN_UNFIT", `the domain ${domain.slice(0, 80)} doesn't fit a run in ${mode}`, {
    pointer: "/domain",
    fits:
      mode === "development"
        ? "feature, bug, refactor"
        : "research, writing, analysis, planning; or two: research,writing, analysis,planning, research,analysis",
  });

const listed = (texts: readonly string[] | undefined): readonly string[] | undefined =>
  texts?.map(plainValue).filter((text) => text !== "");

/** Adds questions that a person left open to the end of the notes, without duplicates. */
const withOpen = (notes: string, questions: State["questions"]): string => {
  const open = questions
    .filter(({ skipped, text }) => skipped && !notes.includes(`- ${text}`))
    .map(({ text }) => `- ${text}`);
  if (open.length === 0) return notes;
  const head = notes.includes("Open:") ? notes : `${notes === "" ? "" : `${notes}\n\n`}Open:`;
  return [head, ...open].join("\n");
};

/** A missing field keeps its value; a field that says "nothing" (`None`, a placeholder) becomes empty, as when reading brief.md. */
export const briefFrom = (state: State, given: Input): Written => ({
  title:
    plainValue(inHeading(given.title ?? state.brief?.title ?? state.title ?? state.task)) ||
    state.task,
  domain: given.domain ?? state.brief?.domain ?? state.domain,
  outcome: plainValue(given.outcome ?? state.brief?.outcome ?? ""),
  done_when: listed(given.done_when) ?? state.brief?.doneWhen ?? [],
  constraints: listed(given.constraints) ?? state.brief?.constraints ?? [],
  notes: withOpen(plainValue(given.notes ?? state.brief?.notes ?? ""), state.questions),
});

const findings = (mode: Mode, brief: Written): Refusal | null => {
  const missing = [
    ...(brief.outcome === "" ? ["an outcome"] : []),
    ...(brief.done_when.length === 0 ? ["a done-when"] : []),
  ];
  const texts = [brief.outcome, brief.notes, ...brief.done_when, ...brief.constraints];
  return refuseAll(
    [
      missing.length === 0
        ? null
        : refuse("BRIEF_INCOMPLETE", `the brief lacks ${missing.join(" and ")}`, {
            pointer: brief.outcome === "" ? "/outcome" : "/done_when",
            fits: "what is there when it is done, and how one sees that it is",
          }),
      modeOf(brief.domain) === mode ? null : domainUnfit(mode, brief.domain),
      oversized("the title", brief.title.length, "/title", taskLimit),
      oversized("a text of the brief", Math.max(...texts.map((text) => text.length)), ""),
    ].filter((one) => one !== null),
  );
};

/** Planning begins once the brief exists and no question is open; a template is proposed immediately. */
export const toPlan = (state: State, stamp: Stamp): Events =>
  state.phase !== "discover" || state.brief === null || openQuestions(state).length > 0
    ? []
    : chain(state, stamp, [() => [event.phaseEntered({ phase: "plan" })], templatePlan]);

const isSame = ({ brief }: State, written: Written): boolean => {
  if (brief === null) return false;
  const { doneWhen, at: _, ...rest } = brief;
  const before: Written = { ...written, ...rest, done_when: doneWhen };
  return JSON.stringify(before) === JSON.stringify(written);
};

/** Records the brief and what follows from it. */
export const written = (state: State, given: Input, stamp: Stamp): Decided => {
  const brief = briefFrom(state, given);
  const refused = findings(state.mode, brief);
  if (refused !== null) return refused;
  if (isSame(state, brief)) return [];
  const events: Events = [event.briefWritten(brief)];
  const judged = state.phase === "verify" || state.phase === "deliver";
  const voided: Events =
    judged && state.final.review !== null
      ? [event.reviewVoided({ why: "the brief was changed" })]
      : [];
  return [...events, ...voided, ...toPlan(fold(state, events, stamp), stamp)];
};

/** Refuses file edits that lower the approved goals of the run. */
const weaker = (state: State, given: Input, { by }: Pick<Stamp, "by">): Refusal | null => {
  if (by.kind !== "file" || state.brief === null) return null;
  const { domain, outcome, doneWhen, constraints } = state.brief;
  const after = briefFrom(state, given);
  const [field] = [
    ...(after.outcome === outcome ? [] : ["outcome"]),
    ...(keepsAll(doneWhen, after.done_when) ? [] : ["done_when"]),
    ...(keepsAll(constraints, after.constraints) ? [] : ["constraints"]),
    ...(after.domain === domain ? [] : ["domain"]),
  ];
  return field === undefined
    ? null
    : frozen(
        state,
        `/${field}`,
        `changes the brief's ${field.replace("_", "-")}`,
        `WriteBrief --${field.replace("_", "-")} …`,
      );
};

export const writeBrief = command("WriteBrief", {
  means: "Writes the outcome, when it is done, and the constraints.",
  data: s.briefInput.entries,
  who: ["agent", "file", "person"],
  decide: (state, data, stamp) => {
    const early = state.phase === "discover" || state.phase === "plan";
    if (!early && stamp.by.kind === "agent")
      return refuse("PHASE_WRONG", `an agent can't change the brief in phase ${state.phase}`, {
        fits: "a person may",
      });
    return (
      notItsDesk(stamp, ["interviewer", "planner"]) ??
      (early ? null : (weaker(state, data, stamp) ?? unquiet(state, stamp))) ??
      written(state, data, stamp)
    );
  },
});
