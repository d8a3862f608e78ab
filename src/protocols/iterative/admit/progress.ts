// Reader of edits of progress.md. Agents append from old copies, so an entry is new by what it is, not by its place.
import { joined } from "../../../kit/edits/admission.ts";
import { placeOf } from "../../../core/json/json.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import type { Recorded } from "../../../core/row.ts";
import { progressFile } from "../files/progress.ts";
import { textLimit } from "../limits.ts";
import { conflicted, conflictIn } from "../markdown/conflict.ts";
import type { Unknown } from "../markdown/document.ts";
import { saidIn } from "../markdown/entry.ts";
import { type FoundEntry, readProgress } from "../markdown/progress.ts";
import type { IterativeEvent } from "../events.ts";
import type { State, Unit } from "../state.ts";
import { livePasses, unitOf } from "../units.ts";
import { asking, type EditRead } from "./page.ts";
import { differingIn, knownOf } from "./differing.ts";
import { blocksAsked } from "./extras.ts";
import { begunAs, isOnRecord } from "./recorded-entries.ts";

type Log = readonly Recorded<IterativeEvent>[];

const pointer = ({ heading }: FoundEntry): string => `## ${heading}`;

/** `Tests - Iteration 1` and similar headings name no unit: they belong to the active one. */
const unnamed: ReadonlySet<string> = new Set(["Tests", "Fix", "Revise"]);
const unitFor = (state: State, { entry }: FoundEntry): Unit | null => {
  const live = livePasses(state);
  if (entry !== null && unnamed.has(entry.subject) && live.length === 1) return live[0] ?? null;
  return entry === null ? null : unitOf(state, entry.subject);
};

const clipped = (text: string): string =>
  text.length <= textLimit ? text : `${text.slice(0, textLimit - 1)}…`;
const noteOf = (log: Log, unit: Unit | null, { raw, entry }: FoundEntry): EditRead => {
  const before = begunAs(log, raw);
  const did = entry === null || before !== "" ? null : saidIn(entry, "Did");
  const text = clipped(did === null || did === "" ? raw.slice(before.length).trim() : did);
  return asking(`## ${entry?.heading ?? raw.split("\n", 1)[0]?.replace(/^#+ */u, "") ?? ""}`, {
    type: "AddNote",
    data: { ...(unit === null ? {} : { unit: unit.id }), text, raw },
  });
};

/** Entries during a hosted pass are kept until its end; a pass by hand ends with its last entry. */
const meant = (state: State, log: Log, fresh: readonly FoundEntry[]): readonly EditRead[] => {
  const by = fresh.map((found) => ({ found, unit: unitFor(state, found) }));
  return by.map(({ found, unit }, index): EditRead => {
    const pass = unit?.pass ?? null;
    if (unit === null || pass === null) return noteOf(log, unit, found);
    if (!pass.hand)
      return asking(pointer(found), {
        type: "KeepEntry",
        data: { unit: unit.id, entry: found.raw },
      });
    const isLast = !by.slice(index + 1).some((other) => other.unit?.id === unit.id);
    return isLast
      ? asking(pointer(found), {
          type: "EndPass",
          data: { unit: unit.id, pass: pass.n, entry: found.raw },
        })
      : noteOf(log, unit, found);
  });
};

/** A known heading with different text below, while the original is gone. The last entry of a live pass may still be extended. */
const isChanged = (state: State, { raw }: FoundEntry, gone: readonly string[]): boolean => {
  const head = raw.split("\n", 1)[0] ?? "";
  const old = gone.find((one) => (one.split("\n", 1)[0] ?? "") === head);
  return (
    old !== undefined &&
    !state.units.some(
      ({ pass }) => pass !== null && pass.entries.some((entry) => entry.trimEnd() === old),
    )
  );
};

const preface = (text: string): readonly Unknown[] =>
  text === "" ? [] : [{ anchor: "#", kind: "text", text, at: 0 }];

export type ProgressAsked = {
  readonly read: EditRead;
  /** Positions of entries by their headings. */ readonly spots: ReadonlyMap<string, number>;
};

/** `base`: current content of the file. `text`: normalised for readers. */
export const progressAsked = (
  state: State,
  log: Log,
  base: string,
  text: string,
): ProgressAsked => {
  const known = knownOf(state, log, base);
  const { at, entries, gone, before } = differingIn(known, text);
  const spots = new Map(entries.map((found) => [pointer(found), at + found.at]));
  const seen = new Set<string>();
  const fresh = entries.filter((found) => {
    const { raw } = found;
    if (found.known || seen.has(raw) || known.entries.includes(raw)) return false;
    seen.add(raw);
    return !isOnRecord(log, raw);
  });
  const refusalAt = (found: FoundEntry, code: string, words: string, fits: string): Refusal =>
    refuse(code, words, {
      path: progressFile,
      pointer: pointer(found),
      ...placeOf(text, at + found.at),
      fits,
    });
  const conflict =
    before === null ? null : conflictIn(text.slice(0, text.indexOf("\n## ") + 1 || text.length));
  const broken: readonly Refusal[] =
    conflict === null
      ? []
      : [
          refuse("FILE_BROKEN", conflicted, {
            path: progressFile,
            ...placeOf(text, conflict),
            fits: "the file without them",
          }),
        ];
  const findings = fresh.flatMap((found): readonly Refusal[] => {
    if (conflictIn(found.raw) !== null)
      return [refusalAt(found, "FILE_BROKEN", conflicted, "the file without them")];
    return isChanged(state, found, gone)
      ? [
          refusalAt(
            found,
            "ENTRY_IMMUTABLE",
            "an entry that is on record isn't changed",
            "append another entry",
          ),
        ]
      : [];
  });
  const was =
    before === null ? null : readProgress(base.slice(0, known.starts[0] ?? base.length)).before;
  const words =
    was === null || before === null
      ? {}
      : blocksAsked(state, progressFile, preface(was), preface(before));
  return {
    read: joined([{ findings: [...broken, ...findings] }, ...meant(state, log, fresh), words]),
    spots,
  };
};
