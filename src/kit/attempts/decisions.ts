// What only a person decides about work in passes: the questions, and the command that each answer means.
import { decisionJob } from "../../core/decision-job.ts";
import type { DecisionOption, Job, Outcome } from "../../core/job.ts";
import type { Command } from "../../core/protocol.ts";
import { isRecord } from "../../core/record.ts";
import { type Attempting, keyOf, type Unit, workOf } from "./state.ts";

export type Asked =
  | { readonly is: "accept"; readonly unit: string; readonly criteria: number }
  | { readonly is: "stuck"; readonly unit: string }
  | { readonly is: "limit"; readonly passes: number };
type Decided = Extract<Outcome, { is: "decided" }>;

const option = (
  id: string,
  label: string,
  means: string,
  rest: Partial<DecisionOption> = {},
): DecisionOption => ({ id, label, means, note: "none", ...rest });
const fail = option("fail", "End as failed", "The run ends as failed, with your reason.", {
  note: "must",
  ends: true,
});
const decision = decisionJob<Asked>;

export const acceptJob = (state: Attempting, { id, criteria: { length } }: Unit): Job => {
  const question = `${id} is said to be done. Is each of its ${length} criteria met?`;
  const about = { is: "accept", unit: id, criteria: length } as const;
  return decision(keyOf(state, "judge"), about, id, question, [
    option("met", "Mark all as met", "It passes, in your name.", { note: "may" }),
    option("unmet", "Send it back", "A worker does it again with your note.", { note: "must" }),
  ]);
};

export const stuckJob = (state: Attempting, { id, title }: Unit): Job => {
  const { workers, tries } = workOf(state, id);
  const question = `${id} "${title}" came to nothing ${tries} times. What now?`;
  return decision(`stuck-${id}-${workers.length}`, { is: "stuck", unit: id }, id, question, [
    option("retry", "Try again", `It gets ${state.options.tries} new tries.`, {
      note: "may",
      recommended: true,
    }),
    option("waive", "Let it go without proof", "The run goes on without it.", { note: "must" }),
    fail,
  ]);
};

export const limitJob = ({ passes }: Attempting): Job => {
  const question = `All ${passes} passes are used, and some work is left. Go on?`;
  return decision(`passes-${passes}`, { is: "limit", passes }, "run", question, [
    option("more", "Add passes", "The run may take so many more.", {
      recommended: true,
      fields: {
        type: "object",
        properties: { passes: { type: "integer", minimum: 1, maximum: 500 } },
        required: ["passes"],
      },
    }),
    fail,
  ]);
};

export const answered = (job: Job, about: Asked, { option: id, note, data }: Decided): Command => {
  if (id === "fail") return { type: "Fail", data: { reason: note } };
  if (about.is === "accept") {
    const judgements = Array.from({ length: about.criteria }, (_, index) => ({
      criterion: index + 1,
      met: id === "met",
      note,
    }));
    return { type: "GiveVerdict", data: { job: job.key, judgements, note: "" } };
  }
  if (about.is === "limit") {
    const more = isRecord(data) ? Number(data["passes"]) : 0;
    return { type: "SetOptions", data: { options: { max_passes: about.passes + more } } };
  }
  const { unit } = about;
  return id === "retry"
    ? { type: "RetryUnit", data: { unit, note } }
    : { type: "WaiveUnit", data: { unit, reason: note } };
};
