// History edits: the base copy, new entries and forbidden changes.
import { finding, type Part, textAt } from "../../../kit/document/part.ts";
import { redact } from "../../../core/secrets/redact.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import type { Time } from "../../../core/row.ts";
import type { Entry } from "../entries.ts";
import { editLimit } from "../limits.ts";
import { isPast, type Past, readBefore, shownAt, timeAt } from "../past.ts";
import { type Fresh, freshIn } from "./entry.ts";
import { sharedWith } from "./read-copy.ts";

export type History = {
  /** Number of entries that the edited copy shares with the ledger, without a gap. */
  readonly shared: number;
  /** Indexes of later shared entries: written by the same author on that copy, which continues from there. */
  readonly known: readonly number[];
  readonly fresh: readonly Fresh[];
  /** Number of entries that the author had read when starting that copy; null if all were read in the file. */
  readonly read: number | null;
};

/** Entries that no other author can have added in between: from edits based on no more than these entries. */
const siblings = (past: readonly Past[], shared: number) => {
  const bySummary = new Map<string, number[]>();
  past.forEach((one, index) => {
    if (
      index < shared ||
      one.is !== "own" ||
      !one.hand ||
      (one.entry.on ?? Number.POSITIVE_INFINITY) > shared
    )
      return;
    const same = bySummary.get(one.entry.summary);
    if (same === undefined) bySummary.set(one.entry.summary, [index]);
    else same.push(index);
  });
  /** The matching entry of the ledger; each matches once. */
  return ({ node }: Part): number | null => {
    const summary = textAt(node, "summary");
    const among =
      summary === null ? [] : (bySummary.get(summary) ?? bySummary.get(redact(summary)) ?? []);
    const at = among.findIndex((index) => {
      const one = past[index];
      return one !== undefined && isPast(one, node);
    });
    return at < 0 ? null : (among.splice(at, 1)[0] ?? null);
  };
};

/** Two authors, even of one role, may write in the same millisecond: then the text differs, and the name or the signal. */
const isOther = (entry: Entry, node: Part["node"]): boolean =>
  textAt(node, "summary") !== entry.summary &&
  (textAt(node, "agent_id") !== entry.agent || (textAt(node, "signal") ?? "NOTE") !== entry.signal);

/**
 * An entry with the time of a ledger entry is that entry, altered or moved. But times changed by the engine may collide with those of other
 * authors: unless it is `next`, directly after all shared entries, different content makes it another entry.
 */
const isAltered = (past: Past, { node }: Part, next: boolean): boolean => {
  if (past.is !== "own" || isPast(past, node)) return true;
  return next ? !isOther(past.entry, node) : textAt(node, "summary") === past.entry.summary;
};

const rewritten = (part: Part, why: string): Refusal =>
  finding(
    part,
    "HISTORY_REWRITTEN",
    why,
    "leave what is there as it stands; new entries come at the end, with times of their own or none",
  );

/**
 * New times must increase and follow the entries that their author had read, unless those are ahead of the recording clock. Two authors may write at
 * the same moment, and the later one may have the earlier one's entry before it is recorded.
 */
const disordered = (
  fresh: readonly Fresh[],
  read: Part | undefined,
  recorded: Time,
  now: Time,
): readonly Refusal[] => {
  const before = read === undefined ? null : timeAt(read.node);
  let last = before === null || before > now ? "" : before < recorded ? before : recorded;
  let by = read === undefined ? null : textAt(read.node, "agent_id");
  for (const { part, given } of fresh) {
    const time = given.claimed ?? null;
    if (time === null) continue;
    if (time < last || (time === last && by === given.agent))
      return [
        finding(
          part,
          "HISTORY_DISORDERED",
          `the entry is dated ${time}, and what stands before it ${last}`,
          "times that increase, or none",
        ),
      ];
    last = time;
    by = given.agent;
  }
  return [];
};

/** `now`: the ledger's clock. */
export const historyIn = (
  past: readonly Past[],
  entries: readonly Part[],
  history: Part,
  now: Time,
): History | readonly Refusal[] => {
  const shared = sharedWith(
    past,
    entries.map(({ node }) => node),
  );
  const rest = entries.slice(shared);
  const sibling = siblings(past, shared);
  const times = new Map<Time, readonly [Past, number]>();
  if (rest.length > 0)
    for (const [index, one] of past.entries()) times.set(shownAt(one) ?? "", [one, index]);
  const known: number[] = [];
  const later: Part[] = [];
  for (const [place, part] of rest.entries()) {
    const index = sibling(part);
    if (index !== null && later.length === 0) known.push(index);
    else if (index !== null)
      return [rewritten(part, "an entry of the ledger stands behind a new one")];
    else {
      const time = timeAt(part.node);
      const old = time === null ? undefined : times.get(time);
      if (old !== undefined && isAltered(old[0], part, place === 0 && old[1] === shared))
        return [
          rewritten(
            part,
            `the ledger has an entry of ${time ?? ""}, and it isn't this one, or doesn't stand here`,
          ),
        ];
      later.push(part);
    }
  }
  const behind = past.length - shared;
  if (shared === 0 || behind > editLimit) {
    const lost =
      shared === 0
        ? "the history doesn't begin as the ledger's does"
        : `${behind} entries of the ledger are missing`;
    return [
      finding(
        history,
        "HISTORY_TRUNCATED",
        lost,
        "read the file again, and add to the end of its history",
      ),
    ];
  }
  if (later.length > editLimit)
    return [
      refuse("FIELD_OVERSIZED", `${later.length} new entries at once are too many`, {
        pointer: history.pointer,
        fits: `at most ${editLimit}`,
      }),
    ];
  const typed = later.map((part) => freshIn(part, shared));
  const findings = typed.flatMap((one) => ("part" in one ? [] : one));
  if (findings.length > 0) return findings;
  const fresh = typed.flatMap((one) => ("part" in one ? [one] : []));
  const recorded = past[known.at(-1) ?? shared - 1]?.recorded ?? now;
  const wrong = disordered(fresh, entries[shared + known.length - 1], recorded, now);
  return wrong.length > 0
    ? wrong
    : { shared, known, fresh, read: readBefore(past[shared - 1], entries[shared - 1]?.node) };
};
