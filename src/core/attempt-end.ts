// How an attempt at a job ended, as the events of its run tell it.
import { firstLine, oneLine } from "./quote.ts";
import type { Event } from "./command.ts";
import type { Recorded } from "./row.ts";
import type { AttemptState } from "./attempt-states.ts";

/** `why`: in one line; null: the state says it all. */
export type AttemptEnd = { readonly is: AttemptState; readonly why: string | null };

/**
 * What one event says of an end.
 * `of` own: of the attempt that its stamp names. `of` a unit: of the attempts that worked on it; `done` where its rules take it for done,
 * proved or not. `of` a job: of the attempt whose work that was.
 */
export type EndSaid = {
  readonly of: "own" | { readonly unit: string } | { readonly job: string };
  readonly is: AttemptState | "done";
  readonly why: string | null;
};

/** Characters of a reason: it stands in a line, and its event has all of it. */
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

/** What the events of a protocol say of ends; `state`: after the event. A method, as those of a protocol are. */
export type Ends<E extends Event = Event, S = unknown> = {
  ends(event: Recorded<E>, state: S): readonly EndSaid[];
};

/** The words of all protocols' rules for why an attempt came to nothing: many recorded events hold no kind of end beside them, so this table is the one place that reads them. */
const spelled: readonly (readonly [words: RegExp, is: AttemptState])[] = [
  [/^interrupted by a person/u, "stopped"],
  [/^(?:its time ran out|took longer than|timed out)/u, "late"],
  [
    /lease (?:lapsed|ran out|run out)|^lost\b|process(?: and its spool)? (?:is|are) gone|^nobody (?:knows|saw|can know)|^its process was lost/u,
    "lost",
  ],
  [/^(?:it )?ended without a report|^nobody says done|^\(no report\)/u, "silent"],
];

/** Without what the state says already. */
export const ownBy = (is: AttemptState, why: string): EndSaid => {
  const said = spelled.find(([words, means]) => means === is && words.test(why))?.[0];
  const rest = said === undefined ? why : why.replace(said, "").replace(/^[\s:;,.]+/u, "");
  return own(is, rest === "" || is === "silent" ? rest : why);
};

/** An end told by its reason alone. */
export const byReason = (why: string): EndSaid =>
  ownBy(spelled.find(([words]) => words.test(why))?.[1] ?? "failed", why);

/** Of an agent's own ends the first counts, and of several checks in one job the worst; a question or a doubt may still be followed by more. */
const isOpen = (before: AttemptState | undefined, next: AttemptState): boolean =>
  before === undefined ||
  before === "asked" ||
  before === "lost" ||
  (before === "passed" && next === "failed");

/** Work that may still be proved, land or be sent back. */
const isStanding = (is: AttemptState | undefined): boolean =>
  is === "reported" || is === "proved" || is === "mended";

/** What is said of an attempt that ended so before; null: it stands as it did. `proved`: each criterion of its unit is. */
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
