// Constructors of events on the model's state, and the words that several of them share.
import { type EndSaid, ofUnit, ownBy } from "../../core/reports/attempt-end.ts";
import type { AttemptState } from "../../core/words/attempt-states.ts";
import { eventsOn } from "../../kit/event.ts";
import * as t from "../../kit/schema.ts";
import { troubleKinds } from "../unit.ts";
import type { Work } from "../work.ts";

export const { event, opening } = eventsOn<Work>();

export const maybe = t.maybe(t.text);
/** Work taken up through files alone, without a name. */
export const nameless = "by hand";
export const byWhom = (who: string): string => (who === nameless ? who : `by ${who}`);
export const short = (digest: string | null): string =>
  digest === null ? "unknown" : digest.slice(0, 8);
export const nameOf = (name: string | null): readonly string[] => (name === null ? [] : [name]);

/** `spent`: it counts as a try. `forgotten`: its program knew the conversation no more. */
export const failure = {
  kind: t.text,
  reason: t.text,
  spent: t.flag,
  forgotten: t.flag,
  trouble: t.maybe(t.record({ kind: t.oneOf(troubleKinds), notBefore: maybe })),
};
export type Failure = t.DataOf<typeof failure>;
/** One that counts as a try. */
export const counted = (kind: string, reason: string): Failure => ({
  kind,
  reason,
  spent: true,
  forgotten: false,
  trouble: null,
});
/** When its agent may start again. */
export const again = ({ trouble }: Pick<Failure, "trouble">): string =>
  trouble === null
    ? ""
    : trouble.notBefore === null
      ? "; a person says when it is tried again"
      : `; tried again at ${trouble.notBefore}`;

const kinds: Readonly<Record<string, AttemptState>> = {
  timeout: "late",
  silent: "silent",
  lost: "lost",
  lapsed: "lost",
  released: "stopped",
};
/** What checks and judges send back is the unit's, because no job of its own ended it. */
export const returned = (unit: string, kind: string, reason: string): EndSaid =>
  kind === "checks" || kind === "judge" || kind === "person"
    ? ofUnit(unit, "returned", reason)
    : ownBy(kinds[kind] ?? "failed", reason);
