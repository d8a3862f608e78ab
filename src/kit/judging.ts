// Judgements of criteria: who may give them, and that each criterion is judged once.
import type { Outcome } from "../core/job.ts";
import { type Refusal, refuse } from "../core/refusal.ts";
import type { Holder } from "../core/row.ts";
import type { Sender } from "../core/sender.ts";
import * as t from "./schema.ts";

export const judges = ["other-session", "other-agent", "person"] as const;
export type Judge = (typeof judges)[number];

export const holderShape = t.record({
  name: t.text,
  agent: t.maybe(t.text),
  conversation: t.maybe(t.text),
});
/** As stored in an event, in the order of the criteria. */
export const judgementShape = t.record({ met: t.flag, note: t.text });
/** As submitted. */
export const judgementsInput = t.means(
  "one for each criterion, by its number from 1",
  t.mostOf(500, t.record({ criterion: t.wholeFrom(1), met: t.flag, note: t.most(8_192, t.text) })),
);
export type Judgement = t.Of<typeof judgementShape>;

export const holderOf = ({ name, agent = null, conversation = null }: Sender): Holder => ({
  name,
  agent,
  conversation,
});
/** A hosted agent is a session of its own, named after its job. */
export const sessionOf = (job: string, { hosted, holder }: Outcome): Holder =>
  hosted ? { ...holder, name: job } : holder;

/** Refusal: VERDICT_INCOMPLETE. `count`: number of criteria */
export const judgementsOf = (
  given: t.Of<typeof judgementsInput>,
  count: number,
): { readonly judgements: readonly Judgement[] } | Refusal => {
  const sorted = given.toSorted((a, b) => a.criterion - b.criterion);
  return sorted.length === count && sorted.every(({ criterion }, index) => criterion === index + 1)
    ? { judgements: sorted.map(({ met, note }) => ({ met, note })) }
    : refuse(
        "VERDICT_INCOMPLETE",
        `the judgements name ${sorted.map(({ criterion }) => criterion).join(", ") || "nothing"}`,
        { pointer: "/judgements", fits: `each criterion from 1 to ${count} once` },
      );
};

/** By conversation, else by name, and also by agent if another one is required. Claimed, not proven. */
const isSame = (a: Holder, b: Holder, judge: Judge): boolean =>
  (a.conversation === null || b.conversation === null
    ? a.name === b.name
    : a.conversation === b.conversation) ||
  (judge === "other-agent" && (a.agent === null || a.agent === b.agent));

/** Authors may not judge their own work. Refusal: AUTHOR_SAME. */
export const judgeRefused = (
  judge: Judge,
  workers: readonly Holder[],
  by: Holder,
): Refusal | null => {
  const own = workers.find((one) => isSame(one, by, judge));
  return own === undefined
    ? null
    : refuse("AUTHOR_SAME", `${own.name} worked on it, and nobody judges work of their own`, {
        fits: "another session, or a person",
      });
};
