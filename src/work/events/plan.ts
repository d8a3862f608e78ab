// Events of the plan: its units, its revisions, questions, and rounds.
import { own } from "../../core/reports/attempt-end.ts";
import { firstOf, howMany } from "../../core/words/how-many.ts";
import { because, firstLine, planWords } from "../../core/words/quote.ts";
import * as t from "../../kit/schema.ts";
import { type Draft, draftShape, finished, type Unit, unitOf } from "../unit.ts";
import { type Bypass, change, decisionShape, judgedAnew, type Work } from "../work.ts";
import { event, maybe } from "./declare.ts";

/** `order`: the ids of all units after the change. */
const units = { set: t.list(draftShape), gone: t.texts, order: t.texts };
type Units = t.DataOf<typeof units>;

const withUnits = (state: Work, { set, gone, order }: Units): Work => {
  const drafts = new Map<string, Draft>(set.map((draft) => [draft.id, draft]));
  const all = new Map<string, Unit>(state.units.map((unit) => [unit.id, unit]));
  for (const [id, draft] of drafts) all.set(id, unitOf(draft, all.get(id)));
  for (const id of gone) all.delete(id);
  return { ...state, units: order.flatMap((id) => all.get(id) ?? []) };
};
const drafted = (state: Work): Work =>
  state.plan.state === "proposed" ? { ...state, plan: { ...state.plan, state: "draft" } } : state;
const settledPlan = (state: Work, unit: string | null, at: string): Work =>
  unit === null ? state : change(state, unit, (one) => finished(one, at));

export const unitsSet = event("UnitsSet", {
  means: "Units were set, or taken out.",
  data: {
    ...units,
    reason: maybe,
    by: t.text,
    /** Units at work whose criteria a person changed: a bypass. */
    bypassed: t.texts,
    /** The unit that judges the whole, which is due again; null in a draft, or if there is none. */
    whole: maybe,
  },
  line: ({ set, gone, reason }) =>
    `${firstOf([...set.map(({ id }) => id), ...gone.map((id) => `without ${id}`)], 5)}${because(reason)}`,
  apply: (state, { bypassed, reason, by, whole, ...data }, { at }) => {
    const next = judgedAnew(withUnits(drafted(state), data), whole);
    const how = { what: "changed", criterion: null, by, reason: reason ?? "", at } as const;
    const changes = bypassed.map((unit): Bypass => ({ unit, ...how }));
    return { ...next, bypasses: [...next.bypasses, ...changes] };
  },
});
export const planProposed = event("PlanProposed", {
  means: "A plan was proposed: a person is asked, or in auto mode nobody.",
  data: {
    ...units,
    rev: t.count,
    /** The unit whose work it is; null: a person's, or a file's. */
    unit: maybe,
    warnings: t.texts,
    decisions: t.list(decisionShape),
  },
  line: ({ rev, set, warnings }) =>
    `${planWords(rev)}, ${howMany(set.length, "unit")}${warnings.length === 0 ? "" : `, ${howMany(warnings.length, "warning")}`}`,
  news: "ends",
  ends: () => [own("written")],
  apply: (state, { rev, unit, warnings, decisions, ...data }, { at }) => {
    const plan = { ...state.plan, rev, state: "proposed", warnings, decisions } as const;
    return { ...settledPlan(withUnits(state, data), unit, at), plan };
  },
});
export const planApproved = event("PlanApproved", {
  means: "The plan is approved: its units are due.",
  data: { rev: t.count, by: maybe, documents: t.byName(t.text) },
  line: ({ rev, by }) =>
    `${planWords(rev)}, approved by ${by ?? "nobody: the run is in auto mode"}`,
  news: "ends",
  broken: ({ plan, options }, { rev, by }, { by: sender }) => {
    if (plan.state !== "proposed" || plan.rev !== rev) return `no revision ${rev} waited`;
    return (by === null ? options.mode === "auto" : sender.kind === "person")
      ? null
      : `${sender.kind} approves no plan`;
  },
  apply: (state, { by, documents }) => ({
    ...state,
    plan: { ...state.plan, state: "approved", approvedBy: by, documents },
  }),
});
export const planReturned = event("PlanReturned", {
  means: "A person sent the plan back.",
  data: { rev: t.count, reason: t.text, unit: maybe },
  line: ({ rev, reason }) => `${planWords(rev)}${because(reason)}`,
  by: ["person"],
  apply: (state, { unit, reason }) => ({
    ...(unit === null
      ? state
      : change(state, unit, (one) => ({ ...one, status: "open", completedAt: null }))),
    plan: { ...state.plan, state: "draft", note: reason },
  }),
});

export const questionAsked = event("QuestionAsked", {
  means: "An agent asked a person; its unit waits for the answer.",
  data: { id: t.text, unit: t.text, text: t.text, options: t.texts },
  line: ({ id, unit, text }) => `question ${id} about ${unit}${because(text)}`,
  news: "waits",
  ends: ({ text }) => [own("asked", text)],
  apply: (state, data) => ({
    ...change(state, data.unit, (unit) => ({
      ...unit,
      status: unit.status === "live" ? "open" : unit.status,
      trouble: null,
    })),
    questions: [...state.questions, { ...data, answer: null }],
  }),
});
export const questionAnswered = event("QuestionAnswered", {
  means: "A person answered a question.",
  data: { question: t.text, unit: t.text, answer: t.text, by: t.text },
  line: ({ question, answer }) => `question ${question}${because(firstLine(answer))}`,
  by: ["person"],
  apply: (state, { question, answer }) => ({
    ...state,
    questions: state.questions.map((one) => (one.id === question ? { ...one, answer } : one)),
  }),
});

/** What a person called unmet is asked anew. */
const askedAnew = (unit: Unit): Unit => ({
  ...unit,
  criteria: unit.criteria.map((one) =>
    one.proof?.by === "person" && !one.proof.passed ? { ...one, proof: null } : one,
  ),
});
export const roundOpened = event("RoundOpened", {
  means: "Another round began, with units for what the verdict found.",
  data: { ...units, round: t.count, reason: t.text, whole: t.text },
  line: ({ round, set, reason }) =>
    `round ${round}: ${firstOf(
      set.map(({ id }) => id),
      5,
    )}${because(reason)}`,
  news: "again",
  apply: (state, { round, whole, ...data }) => {
    const again = judgedAnew(withUnits(state, data), whole);
    return { ...again, units: again.units.map(askedAnew), round };
  },
});
