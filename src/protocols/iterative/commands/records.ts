// Commands of notes, claims, commits, unknown keys and refused edits, once each.
import { refuse } from "../../../core/refusal.ts";
import { anybody } from "../../../core/sender.ts";
import * as t from "../../../kit/schema.ts";
import { oversized, unitUnknown } from "../decider/step.ts";
import * as event from "../events.ts";
import { extrasLimit } from "../limits.ts";
import * as s from "../shapes.ts";
import { unitOf } from "../units.ts";
import { world } from "../world.ts";
import { command } from "./declare.ts";

export const addNote = command("AddNote", {
  means: "Adds a note to progress.md.",
  data: {
    unit: t.optional(s.unit),
    text: t.text,
    raw: t.optional(t.means("the entry as it stood in progress.md", t.text)),
  },
  who: anybody,
  decide: (state, { unit = null, text, raw = null }) => {
    if (unit !== null && unitOf(state, unit) === null) return unitUnknown(state, unit);
    const said = text.trim();
    if (said === "" && raw === null) return [];
    const long =
      oversized("the note", said.length, "/text") ??
      oversized("the entry", raw?.length ?? 0, "/raw", extrasLimit);
    return long ?? [event.noteAdded({ unit, text: said, raw })];
  },
});

/** The same claim in the same pass, or again outside of any, is ignored. */
export const recordClaim = command("RecordClaim", {
  means: "Keeps a claim of a file that nothing proves.",
  data: { unit: t.optional(s.unit), claim: t.text, where: t.text },
  who: ["file", "engine"],
  decide: (state, { unit = null, claim, where }, { by }) => {
    const found = unit === null ? null : unitOf(state, unit);
    if (unit !== null && found === null) return unitUnknown(state, unit);
    const long =
      oversized("the claim", claim.length, "/claim") ??
      oversized("its place", where.length, "/where");
    if (long !== null) return long;
    const since = found?.pass?.at ?? "";
    const again = state.claims.some(
      (one) =>
        one.unit === unit &&
        one.claim === claim &&
        one.where === where &&
        one.by === by.name &&
        one.at >= since,
    );
    return again ? [] : [event.claimRecorded({ unit, claim, where })];
  },
});

const isHash = (text: string): boolean => /^[0-9a-f]{7,64}$/u.test(text);

export const recordCommit = command("RecordCommit", {
  means: "Records a commit that exists.",
  data: {
    unit: t.optional(s.unit),
    hash: t.text,
    subject: t.optional(t.text),
    known: t.optional(t.byName(t.flag)),
  },
  who: ["engine", "file"],
  ...world.commits,
  decide: (state, { unit = null, hash, subject = "", known = {} }) => {
    if (unit !== null && unitOf(state, unit) === null) return unitUnknown(state, unit);
    if (!isHash(hash) || known[hash] !== true)
      return refuse("COMMIT_UNKNOWN", `there is no commit ${hash.slice(0, 80)} on this branch`, {
        pointer: "/hash",
        fits: "`git log` shows those that there are",
      });
    const line = subject.split(/[\r\n]/u, 1)[0]?.trim() ?? "";
    const before = state.commits.find(
      (one) => one.hash.startsWith(hash) || hash.startsWith(one.hash),
    );
    const has =
      unit === null || before === undefined
        ? before !== undefined
        : (unitOf(state, unit)?.commits.includes(before.hash) ?? false);
    if (has) return [];
    const whole = before ?? { hash, subject: line };
    return (
      oversized("the subject", line.length, "/subject") ?? [
        event.commitRecorded({ unit, hash: whole.hash, subject: whole.subject }),
      ]
    );
  },
});
