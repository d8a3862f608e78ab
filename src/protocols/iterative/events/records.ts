// Events of claims, commits, notes, lessons and what is merely kept of the files. They prove nothing.
import { because, oneLine } from "../../../core/words/quote.ts";
import * as t from "../../../kit/schema.ts";
import { plain } from "../evolve/brief.ts";
import { changeUnit } from "../evolve/change.ts";
import { blockedClaim } from "../marks.ts";
import * as s from "../shapes.ts";
import type { Guardrail, State } from "../state.ts";
import { event } from "./declare.ts";

const at = (unit: string | null): string => unit ?? "run";

export const claimRecorded = event("ClaimRecorded", {
  means: "Something was said that proves nothing: kept and shown as a claim.",
  data: { unit: s.maybe, claim: t.text, where: t.text },
  line: ({ unit, claim, where }) => `${at(unit)}, ${oneLine(claim)} in ${oneLine(where, 80)}`,
  apply: (state, data, { at, by }) => {
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
});

export const commitRecorded = event("CommitRecorded", {
  means: "A commit that exists was recorded.",
  data: { unit: s.maybe, hash: t.text, subject: t.text },
  line: ({ unit, hash, subject }) => `${at(unit)}, ${hash.slice(0, 7)} ${oneLine(subject, 120)}`,
  refers: ({ hash }) => ({ commits: [hash] }),
  apply: (state, { unit, hash, subject }) => {
    const known = state.commits.some((one) => one.hash === hash);
    const next = known ? state : { ...state, commits: [...state.commits, { hash, subject }] };
    if (unit === null) return next;
    return changeUnit(next, unit, (one) =>
      one.commits.includes(hash) ? one : { ...one, commits: [...one.commits, hash] },
    );
  },
});

export const noteAdded = event("NoteAdded", {
  means: "A note for progress.md.",
  data: { unit: s.maybe, text: t.text, raw: s.maybe },
  line: ({ unit, text }) => `${at(unit)}${because(text)}`,
  // Notes are shown in progress.md, which is rendered from the log.
});

/** The first guardrail with that name. */
const replaced = (state: State, name: string, by: readonly Guardrail[]): State => {
  const index = state.guardrails.findIndex((one) => plain(one.name) === plain(name));
  return index === -1
    ? state
    : { ...state, guardrails: state.guardrails.toSpliced(index, 1, ...by) };
};

export const guardrailAdded = event("GuardrailAdded", {
  means: "A lesson was learned.",
  data: s.guardrail.entries,
  line: ({ name, solution }) => `${oneLine(name, 80)}${because(solution)}`,
  apply: (state, data) => ({ ...state, guardrails: [...state.guardrails, data] }),
});

export const guardrailEdited = event("GuardrailEdited", {
  means: "A lesson was changed.",
  data: { name: t.text, guardrail: s.guardrail },
  line: ({ name }) => oneLine(name),
  apply: (state, data) => replaced(state, data.name, [data.guardrail]),
});

export const guardrailRemoved = event("GuardrailRemoved", {
  means: "A lesson was taken out.",
  data: { name: t.text },
  line: ({ name }) => oneLine(name),
  apply: (state, data) => replaced(state, data.name, []),
});

export const discrepancyLogged = event("DiscrepancyLogged", {
  means: "A file said one thing, and another was found.",
  data: { file: t.text, pointer: t.text, said: t.text, found: t.text },
  line: ({ file, said, found }) =>
    `${file === "" ? "" : `${oneLine(file, 80)}: `}${said === "" ? "" : `said ${oneLine(said, 80)}, found `}${oneLine(found)}`,
  apply: (state) => ({ ...state, discrepancies: state.discrepancies + 1 }),
});
