// Why: what waits for a person is a job of one kind in every protocol, and differs in nothing but its question.
import type { DecisionOption, Job, Limits } from "./job.ts";
import { typable } from "./typable.ts";

/** It waits as long as it takes, and nothing of it runs. */
export const noLimits: Limits = { ms: 0, bytes: 0, tries: 1 };

export const decisionJob = <A>(
  key: string,
  about: A,
  subject: string,
  question: string,
  options: readonly DecisionOption[],
): Job => ({
  key: typable(key),
  about,
  subject,
  kind: "decision",
  role: "person",
  why: null,
  begun: false,
  writes: "nothing",
  reads: [],
  limits: noLimits,
  doubt: "ask",
  decision: { question, options },
});
