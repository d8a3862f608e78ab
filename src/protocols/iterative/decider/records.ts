// Why: what is said, found and merely kept stands on record as just that, once each.
import { extrasAt, extrasSize, withKept } from "../../../core/kept-extras.ts";
import { refuse } from "../../../core/refusal.ts";
import { isRefusedAlready } from "../../../core/refused-edit.ts";
import { extrasLimit } from "../limits.ts";
import { unitOf } from "../units.ts";
import { type Decide, type Decided, oversized, unitUnknown } from "./step.ts";

export const addNote: Decide<"AddNote"> = (state, { unit = null, text, raw = null }): Decided => {
  if (unit !== null && unitOf(state, unit) === null) return unitUnknown(state, unit);
  const said = text.trim();
  if (said === "" && raw === null) return [];
  const long =
    oversized("the note", said.length, "/text") ??
    oversized("the entry", raw?.length ?? 0, "/raw", extrasLimit);
  return long ?? [{ type: "NoteAdded", data: { unit, text: said, raw } }];
};

/** The same claim again, in the same pass or outside of any, says nothing new. */
export const recordClaim: Decide<"RecordClaim"> = (
  state,
  { unit = null, claim, where },
  { by },
): Decided => {
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
  return again ? [] : [{ type: "ClaimRecorded", data: { unit, claim, where } }];
};

const isHash = (text: string): boolean => /^[0-9a-f]{7,64}$/u.test(text);

export const recordCommit: Decide<"RecordCommit"> = (
  state,
  { unit = null, hash, subject = "", known = {} },
): Decided => {
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
      { type: "CommitRecorded", data: { unit, hash: whole.hash, subject: whole.subject } },
    ]
  );
};

export const keepExtras: Decide<"KeepExtras"> = (state, { file, pointer, value }): Decided => {
  const before = extrasAt(state.extras, file, pointer) ?? [];
  if (JSON.stringify(before) === JSON.stringify(value)) return [];
  const after = withKept(state.extras, { file, pointer, entries: value }).filter(
    (one) => one.file === file,
  );
  const size = after.reduce((sum, { entries }) => sum + extrasSize(entries), 0);
  return (
    oversized(`what ${file} holds beside its own`, size, pointer, extrasLimit) ?? [
      {
        type: "ExtrasKept",
        data: { file, pointer, entries: value.map(([key, text]): [string, string] => [key, text]) },
      },
    ]
  );
};

export const refuseEdit: Decide<"RefuseEdit"> = (state, data): Decided =>
  isRefusedAlready(state.refused, data) ? [] : [{ type: "EditRefused", data }];
