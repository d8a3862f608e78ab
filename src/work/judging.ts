// Rule that nobody judges their own work: by session, agent or person.
import { type Refusal, refuse } from "../core/refusal.ts";
import type { Holder } from "../core/row.ts";
import * as t from "../kit/schema.ts";

export const judges = ["other-session", "other-agent", "person"] as const;
export type Judge = (typeof judges)[number];

export const holderShape = t.record({
  name: t.text,
  agent: t.maybe(t.text),
  conversation: t.maybe(t.text),
});
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
