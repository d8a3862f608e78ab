// Units of work with their criteria, checks and proofs: plain data, folded from events.
import type { Holder, Path, Time } from "../core/row.ts";
import type { Entries } from "../kit/document/extras.ts";
import { checkShape, type EvidenceType, isSameCheck } from "../kit/check/shape.ts";
import type { CheckResult } from "../kit/checks.ts";
import * as t from "../kit/schema.ts";

/** What is done about a unit, in this order; its kind names those that it goes through. */
export type Stage = "before" | "work" | "check" | "ask" | "judge";

const maybe = t.maybe(t.text);
export const choosers = ["plan", "worker", "judge", "person"] as const;
export type Chooser = (typeof choosers)[number];

/** A criterion as planned. */
export const draftCriterion = t.record({
  text: t.text,
  check: t.maybe(checkShape),
  chosenBy: t.maybe(t.oneOf(choosers)),
});
export type DraftCriterion = t.Of<typeof draftCriterion>;
/** A unit as planned. `more`: fields of the dialect's own, which it reads by its own schema. */
export const draftShape = t.record({
  id: t.text,
  kind: t.text,
  title: t.text,
  text: maybe,
  after: t.list(t.text),
  criteria: t.list(draftCriterion),
  more: t.byName(t.anything),
});
export type Draft = t.Of<typeof draftShape>;

/** A bypass in a person's name. */
export const waiverShape = t.record({ by: t.text, reason: t.text, at: t.text });
export type Waiver = t.Of<typeof waiverShape>;

/** What a check did, as judged by its own expectations. */
export const ranFields = {
  passed: t.flag,
  /** A picture that was kept, for a judge to look at. */
  captured: t.flag,
  /** It shows nothing, as `why` says. A person may accept it. */
  hollow: t.flag,
  exit: t.maybe(t.integer),
  why: maybe,
  tree: maybe,
  digest: maybe,
  excerpt: t.text,
};
/** What showed a criterion: the engine's run of its check, a person's word, or a judge's. */
export const proofFields = {
  ...ranFields,
  command: t.text,
  /** It failed before on this same tree. */
  flipped: t.flag,
  by: t.oneOf(["engine", "person", "judge"]),
  name: t.text,
};
export const proofShape = t.record(proofFields);
/** Nothing ran: a word of a person or a judge stands on it. */
export const noRun = {
  command: "",
  captured: false,
  hollow: false,
  flipped: false,
  exit: null,
  why: null,
  tree: null,
  digest: null,
  excerpt: "",
} as const;
/** `since`: when it was first shown, if nothing was red in between. `judged`: the last verdict calls it met. */
export type Proof = t.Of<typeof proofShape> & {
  readonly at: Time;
  readonly since: Time;
  readonly judged: boolean;
};
/** An agent's statement; it proves nothing. `extras`: unknown keys of an entry in a file. */
export type Claim = {
  readonly by: string;
  readonly type: EvidenceType;
  readonly text: string;
  readonly command: string;
  readonly path: Path | null;
  readonly at: Time;
  readonly extras: Entries;
};
/** What its check said without the work. `tree`: where it ran. */
export const beforeShape = t.record({ passed: t.flag, why: maybe, tree: maybe });
export type Criterion = DraftCriterion & {
  readonly before: t.Of<typeof beforeShape> | null;
  readonly proof: Proof | null;
  /** In the attempt, the newest last. */
  readonly claims: readonly Claim[];
  readonly waived: Waiver | null;
};

/** Evidence of a folder that was adopted: shown as found, never counted. */
export const foundEvidence = t.record({
  criteria: t.text,
  command: t.text,
  output: t.text,
  verified: t.flag,
  timestamp: t.text,
});
export type FoundEvidence = t.Of<typeof foundEvidence>;

export const troubleKinds = ["auth", "quota", "overload", "network"] as const;
/** Its model server turns its agents away. `notBefore`: null if a person decides on the next try. */
export type Trouble = {
  readonly kind: (typeof troubleKinds)[number];
  readonly reason: string;
  /** Consecutive times. */
  readonly times: number;
  readonly notBefore: Time | null;
};
export type Said = { readonly by: string; readonly summary: string; readonly concerns: string };
/** `n`: the number of the work job. */
export type Returned = {
  readonly n: number;
  readonly kind: string;
  readonly reason: string;
};
/** The judge of a unit. `begun`: its jobs so far; `mute`: those without a usable verdict since the last answer. */
export type Judging = {
  readonly begun: number;
  readonly live: boolean;
  readonly mute: number;
  readonly holder: Holder | null;
  readonly returned: string | null;
};

export const statuses = ["open", "live", "claimed", "judged", "done", "failed", "skipped"] as const;
export type Status = (typeof statuses)[number];
export type Unit = Omit<Draft, "criteria"> & {
  readonly criteria: readonly Criterion[];
  readonly status: Status;
  /** Work jobs begun so far: the number of the newest one. */
  readonly begun: number;
  /** Failures that count since the last answer. */
  readonly tries: number;
  /** Check jobs recorded so far, and those that tried its checks without the work. */
  readonly runs: number;
  readonly trials: number;
  /** Where its checks ran since the last claim; null: they are due. */
  readonly checked: { readonly tree: string | null; readonly head: string | null } | null;
  /** What the run's own checks said of it since the last claim. */
  readonly shared: readonly CheckResult[];
  readonly judging: Judging;
  /** The newest work job has a lease; false if it was begun by hand. */
  readonly leased: boolean;
  /** Time of the last hand edit of a job begun by hand. */
  readonly editedAt: Time | null;
  /** The name shown for its last holder. */
  readonly worker: string | null;
  /** All who worked on it. */
  readonly workers: readonly Holder[];
  /** Conversations begun anew because a program knew the last one no more. */
  readonly thread: number;
  readonly said: Said | null;
  /** Of no criterion, in the attempt. */
  readonly claims: readonly Claim[];
  readonly returned: Returned | null;
  /** Let go by a person, or left out: skipped. */
  readonly waived: Waiver | null;
  readonly trouble: Trouble | null;
  /** Adopted as done: its criteria may be unproved. */
  readonly adopted: boolean;
  readonly found: readonly FoundEvidence[];
  readonly startedAt: Time | null;
  readonly completedAt: Time | null;
};

const fresh: Omit<Unit, keyof Draft | "criteria"> = {
  status: "open",
  begun: 0,
  tries: 0,
  runs: 0,
  trials: 0,
  checked: null,
  shared: [],
  judging: { begun: 0, live: false, mute: 0, holder: null, returned: null },
  leased: false,
  editedAt: null,
  worker: null,
  workers: [],
  thread: 1,
  said: null,
  claims: [],
  returned: null,
  waived: null,
  trouble: null,
  adopted: false,
  found: [],
  startedAt: null,
  completedAt: null,
};

const criterionOf = (draft: DraftCriterion, old: readonly Criterion[]): Criterion => {
  const same = old.find(({ text }) => text === draft.text);
  return same !== undefined && isSameCheck(same.check, draft.check)
    ? { ...same, ...draft }
    : { ...draft, before: null, proof: null, claims: same?.claims ?? [], waived: null };
};
/** The unit as planned now. `before`: what was known of it stays where its words do. */
export const unitOf = (draft: Draft, before?: Unit): Unit => {
  const unit: Unit = {
    ...(before ?? fresh),
    ...draft,
    criteria: draft.criteria.map((one) => criterionOf(one, before?.criteria ?? [])),
  };
  const isOther = (before?.criteria ?? []).some(
    ({ text, check }, at) =>
      check !== null &&
      !(draft.criteria[at]?.text === text && isSameCheck(draft.criteria[at].check, check)),
  );
  return isOther ? withOtherChecks(unit) : unit;
};
/** What runs now counts no more: its job has another key from here on. */
export const withOtherChecks = (unit: Unit): Unit => ({
  ...unit,
  runs: unit.runs + (unit.status === "claimed" || unit.status === "judged" ? 1 : 0),
  trials: unit.trials + 1,
  checked: null,
});
export const draftOf = ({ id, kind, title, text, after, criteria, more }: Unit): Draft => ({
  id,
  kind,
  title,
  text,
  after,
  criteria: criteria.map(({ text: words, check, chosenBy }) => ({ text: words, check, chosenBy })),
  more,
});

export const isAsPlanned = (unit: Unit, draft: Draft): boolean =>
  JSON.stringify(draftOf(unit)) === JSON.stringify(draft);

/** It went through its course. */
export const finished = (unit: Unit, at: Time): Unit => ({
  ...unit,
  status: "done",
  tries: 0,
  trouble: null,
  completedAt: at,
});
/** Those that wait for it may start. */
export const isSettled = ({ status, waived }: Pick<Unit, "status" | "waived">): boolean =>
  status === "done" || waived !== null;
/** Proved, kept for a judge, or waived. */
export const isShown = ({ waived, proof }: Criterion): boolean =>
  waived !== null || proof?.passed === true || proof?.captured === true;
