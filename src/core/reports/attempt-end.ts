// Ends of attempts at jobs, from the events of their runs.
import { firstLine, oneLine } from "../words/quote.ts";
import type { Event } from "../command.ts";
import type { Recorded } from "../row.ts";
import type { AttemptState } from "../words/attempt-states.ts";

/** `why`: in one line; null if the state suffices. */
export type AttemptEnd = { readonly is: AttemptState; readonly why: string | null };

/**
 * An end reported by one event.
 * `of`: "own" for the attempt in its stamp; a unit for the attempts that worked on it (`done` if its rules accept it, proven or not); a
 * job for the attempt that did that work.
 */
export type EndSaid = {
  readonly of: "own" | { readonly unit: string } | { readonly job: string };
  readonly is: AttemptState | "done";
  readonly why: string | null;
};

/** Characters of a reason, which is shown in one line; the event has the full text. */
const most = 240;

const whyOf = (why: string | null): string | null => {
  const line = why === null ? "" : oneLine(firstLine(why), most);
  return line === "" ? null : line;
};

export const own = (is: AttemptState, why: string | null = null): EndSaid => ({
  of: "own",
  is,
  why: whyOf(why),
});
export const ofUnit = (unit: string, is: EndSaid["is"], why: string | null = null): EndSaid => ({
  of: { unit },
  is,
  why: whyOf(why),
});
export const ofJob = (job: string, is: EndSaid["is"]): EndSaid => ({ of: { job }, is, why: null });

/** Extracts ends from a protocol's events. `state`: after the event. A method, like those of Protocol. */
export type Ends<E extends Event = Event, S = unknown> = {
  ends(event: Recorded<E>, state: S): readonly EndSaid[];
};

/** Maps the texts of all protocols' reasons to states. Many recorded events have no other field for it; only this table reads such texts. */
const spelled: readonly (readonly [words: RegExp, is: AttemptState])[] = [
  [/^interrupted by a person/u, "stopped"],
  [/^(?:its time ran out|took longer than|timed out)/u, "late"],
  [
    /lease (?:lapsed|ran out|run out)|^lost\b|process(?: and its spool)? (?:is|are) gone|^nobody (?:knows|saw|can know)|^its process was lost/u,
    "lost",
  ],
  [/^(?:it )?ended without a report|^nobody says done|^\(no report\)/u, "silent"],
];

/** Removes what the state already says. */
export const ownBy = (is: AttemptState, why: string): EndSaid => {
  const said = spelled.find(([words, means]) => means === is && words.test(why))?.[0];
  const rest = said === undefined ? why : why.replace(said, "").replace(/^[\s:;,.]+/u, "");
  return own(is, rest === "" || is === "silent" ? rest : why);
};

/** Derives the state from the reason's text. */
export const byReason = (why: string): EndSaid =>
  ownBy(spelled.find(([words]) => words.test(why))?.[1] ?? "failed", why);

/** Of an agent's own ends the first counts, and of several checks in one job the worst; after a question or a doubt, another end may follow. */
const isOpen = (before: AttemptState | undefined, next: AttemptState): boolean =>
  before === undefined ||
  before === "asked" ||
  before === "lost" ||
  (before === "passed" && next === "failed");

/** Work that can still be proven, land or be returned. */
const isStanding = (is: AttemptState | undefined): boolean =>
  is === "reported" || is === "proved" || is === "mended";

/** The new end of an attempt that already has one; null if it stays. `proved`: all criteria of its unit are proven. */
export const nextEnd = (
  before: AttemptState | undefined,
  { of, is, why }: EndSaid,
  proved: boolean,
): AttemptEnd | null => {
  if (is === "done") return before === "reported" && proved ? { is: "proved", why } : null;
  if (of === "own") return isOpen(before, is) ? { is, why } : null;
  if (is === "landed") return before === "proved" || before === "mended" ? { is, why } : null;
  return isStanding(before) ? { is, why } : null;
};
