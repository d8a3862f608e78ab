// Judgements of criteria, and who may give them.
import { type Refusal, refuse } from "../core/refusal.ts";
import type { Holder } from "../core/row.ts";
import * as t from "./schema.ts";

export const judges = ["other-session", "other-agent", "person"] as const;
export type Judge = (typeof judges)[number];

export const holderShape = t.record({
  name: t.text,
  agent: t.maybe(t.text),
  conversation: t.maybe(t.text),
});
/** As submitted. */
export const judgementsInput = t.means(
  "one for each criterion, by its number from 1",
  t.mostOf(500, t.record({ criterion: t.wholeFrom(1), met: t.flag, note: t.most(8_192, t.text) })),
);
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
