// Why: claims, commits, notes, discrepancies and what is merely kept of the files leave their mark here, and prove nothing.
import { withKept } from "../../../core/kept-extras.ts";
import { changeUnit, type Evolve } from "./change.ts";

type Table = {
  readonly [
    K in
      | "ClaimRecorded"
      | "CommitRecorded"
      | "NoteAdded"
      | "DiscrepancyLogged"
      | "ExtrasKept"
      | "EditRefused"
  ]: Evolve<K>;
};

/** How state.json's claim of a blocker is told; the rest of the text is its reason. */
export const blockedClaim = "blocked: ";

export const records: Table = {
  ClaimRecorded: (state, { data, at, by }) => {
    const claims = [...state.claims, { ...data, by: by.name, at }];
    const reason = data.claim.startsWith(blockedClaim)
      ? data.claim.slice(blockedClaim.length)
      : null;
    const next = { ...state, claims };
    if (data.unit === null || reason === null) return next;
    return changeUnit(next, data.unit, (unit) =>
      unit.pass === null ? unit : { ...unit, pass: { ...unit.pass, claimed: reason } },
    );
  },
  CommitRecorded: (state, { data: { unit, hash, subject } }) => {
    const known = state.commits.some((one) => one.hash === hash);
    const next = known ? state : { ...state, commits: [...state.commits, { hash, subject }] };
    if (unit === null) return next;
    return changeUnit(next, unit, (one) =>
      one.commits.includes(hash) ? one : { ...one, commits: [...one.commits, hash] },
    );
  },
  // Notes stand in progress.md, which is rendered from the log.
  NoteAdded: (state) => state,
  DiscrepancyLogged: (state) => ({ ...state, discrepancies: state.discrepancies + 1 }),
  ExtrasKept: (state, { data }) => ({
    ...state,
    extras: withKept(state.extras, data),
  }),
  EditRefused: (state, { data, at }) => ({ ...state, refused: { ...data, at } }),
};
