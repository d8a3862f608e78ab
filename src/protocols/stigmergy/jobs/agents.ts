// Agent jobs of stigmergy: attempts, limits, pauses and roster, for every role alike.
import type { Job } from "../../../core/job.ts";
import { ownOf } from "../../../core/json/own.ts";
import { reportForm } from "../../../kit/json-schema.ts";
import type { Schema } from "../../../kit/schema.ts";
import { outputBytes } from "../limits.ts";
import type { State, Subject } from "../state.ts";
import { tallyOf, unsettledIssue } from "../subjects.ts";
import { isOpenOn } from "../window.ts";
import { type AgentAbout, ruleOf } from "./about.ts";

const minute = 60_000;
type Minutes = keyof State["settings"]["minutes"];

export const attemptsOf = ({ attempts }: Pick<State, "attempts">, key: string): number =>
  ownOf(attempts, key) ?? 0;

/** One more attempt without result counts as a failure. */
export const isLast = (state: Pick<State, "attempts" | "settings">, key: string): boolean =>
  attemptsOf(state, key) + 1 >= state.settings.attempts;

export const limitsOf = ({ settings }: Pick<State, "settings">, which: Minutes): Job["limits"] => ({
  ms: settings.minutes[which] * minute,
  bytes: outputBytes,
  tries: settings.attempts,
});

export const paused = ({ life }: Pick<State, "life">): string | null =>
  life === "paused" ? "paused" : null;

/** The subject waits for a person or a responder and has no other job meanwhile. */
export const isHeld = (state: State, subject: Subject): boolean =>
  isOpenOn(state, subject) || unsettledIssue(state, subject) !== null;

/** Work started by a hand edit: no agent is launched, and the time limit is that of an agent. */
export const byHand = (
  { settings }: Pick<State, "settings">,
  begun: { readonly at: string; readonly hand: boolean } | null,
): Pick<Job, "begun" | "outside" | "deadline"> =>
  begun?.hand === true
    ? {
        begun: true,
        outside: true,
        deadline: new Date(Date.parse(begun.at) + settings.minutes.work * minute).toISOString(),
      }
    : { begun: false };

export type AgentJobSpec = {
  readonly key: string;
  readonly about: AgentAbout;
  /** The unit as people name it. */
  readonly subject: string;
  readonly role: string;
  /** What its rule found. */
  readonly saw: string;
  readonly minutes: Minutes;
  readonly report: Schema;
  readonly tier?: NonNullable<Job["tier"]>;
  readonly why?: string | null;
  readonly writes?: Job["writes"];
  readonly reads?: Job["reads"];
  readonly doubt?: Job["doubt"];
  readonly begun?: ReturnType<typeof byHand>;
};

export const agentJob = (state: State, wanted: AgentJobSpec): Job => {
  const { key, subject, role, saw, minutes, report, tier = "standard", why = null } = wanted;
  const tired = tallyOf(state, wanted.about.subject).slip?.struck === true;
  return {
    key,
    about: { ...wanted.about, ...(tired ? { tired } : {}) },
    subject,
    kind: "agent",
    role,
    tier,
    reason: `${ruleOf(wanted.about)}: ${saw}`,
    why: paused(state) ?? why,
    begun: false,
    ...(state.settings.roster[role] === "agent" ? {} : { outside: true }),
    ...wanted.begun,
    writes: wanted.writes ?? "anything",
    reads: wanted.reads ?? [],
    report: reportForm(report),
    limits: limitsOf(state, minutes),
    doubt: wanted.doubt ?? "retry",
  };
};
