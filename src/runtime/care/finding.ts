// Findings of verify, doctor and restore: each code once, with its severity, its remedy and its mend.
import type { Fault } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";

/** What `cairn doctor --fix` does: the same as normal work, and nothing of a user's goes with it. */
export type Mend = "scan" | "anchor" | "snapshot" | "end" | "unlock";
/** Damage: an error of the record itself, not of what people edit or remove. */
type Kind = readonly [is: "damage" | "error" | "warning", fits: string, mend?: Mend];

/** Nothing can be added behind a history that lacks events, or has others. */
export const setAside =
  "set this ledger aside: move its file, -wal and -shm to another folder, or name another project of PostgreSQL, then `cairn restore FILE`; `cairn export RUN --ledger` with its address saves its other runs";
const compared = "compare: `cairn restore FILE --dry-run` says where an export parts from it";
const forged = "see who sent it, in `cairn log`: the rules never make it there, so it was forged";
const exported = "an export with outputs brings it back: `cairn restore FILE`";
const lent =
  "over 16 MiB, or with a likely credential, it stays where it was made: verify there, too";
const read = "reads the edit, and keeps rejected bytes aside with the reason";
const resumed = "`cairn run` takes it up; `cairn run --hand` does, too, and starts no agent";

/** Codes never change their meaning. */
const kinds = {
  // The record.
  LEDGER_DAMAGED: ["damage", "copy the ledger, its -wal and -shm away, then put a backup in place"],
  CHAIN_HASH: ["damage", compared],
  CHAIN_GAP: ["damage", compared],
  ANCHOR_DIFFERS: ["damage", compared],
  ANCHOR_LOST: ["damage", "puts back those that git has; find out who removed them", "anchor"],
  TAIL_CUT: ["damage", "an export that reaches farther brings the end back: `cairn restore FILE`"],
  CARD_DIFFERS: ["damage", compared],
  RUN_CARDLESS: ["damage", compared],
  RUN_GONE: ["damage", "an export or a backup brings it back: `cairn restore FILE`"],
  RUN_ELSEWHERE: ["warning", "verify that ledger too, by --ledger"],
  SNAPSHOT_DIFFERS: [
    "damage",
    "makes it anew; see in `cairn log` what was decided by it",
    "snapshot",
  ],
  EVENT_UNLAWFUL: ["damage", forged],
  EVENTS_UNREADABLE: [
    "damage",
    "update cairn: a newer one may have written them, or they were forged",
  ],
  TIME_AHEAD: ["warning", "see who sent it, in `cairn log`: it was forged, or its clock was wrong"],
  PROTOCOL_UNKNOWN: ["warning", "a newer cairn wrote this run: update this one, then verify again"],
  GIT_UNANCHORED: [
    "warning",
    "a run that goes on is anchored anew; one that is over stays so: compare it with an export",
  ],
  GIT_UNREADABLE: ["warning", "see what git says of that folder, then verify again"],
  LEDGER_UNDURABLE: ["error", "set it to on in the server's configuration and start it anew"],
  // What events name, and the run's files.
  KEPT_MISSING: ["error", exported],
  KEPT_DAMAGED: ["error", `move that file away; ${exported}`],
  KEPT_ELSEWHERE: ["warning", lent],
  COMMIT_GONE: ["warning", "`cairn evidence --recheck` shows what still holds"],
  COMMIT_ELSEWHERE: ["warning", "`git fetch`, or `git.remote` in cairn.config.json, brings it"],
  FILE_MISSING: ["error", "reads what its absence means, and writes it again", "scan"],
  FILE_DIFFERS: ["error", read, "scan"],
  FILE_STRAY: ["warning", read, "scan"],
  FILE_OLD: ["warning", "writes it from the ledger", "scan"],
  FILE_UNREADABLE: ["error", "put a plain file, or nothing, in its place"],
  // Work under way.
  JOB_IN_DOUBT: ["error", resumed],
  JOB_SILENT: ["error", "its holder may still report; `cairn run` takes the job over"],
  JOB_LEFT: ["error", "ends it, and reads what it came to", "end"],
  LEASE_STALE: ["warning", resumed],
  SPOOL_UNREAD: ["warning", resumed],
  SPOOL_REFUSED: ["warning", "save what you need from that folder, then move it away"],
  SPOOL_UNKNOWN: ["error", "see what is in it and move it away: no runner reads it"],
  // What runs need of this machine; where there is no remedy here, the finding has its own.
  AGENT_MISSING: ["error", ""],
  FENCE_REQUIRED: ["error", ""],
  FENCE_MISSING: ["warning", ""],
  CACHES_COLD: ["warning", ""],
  SECRETS_HELD: ["warning", ""],
  FOLDER_UNKNOWN: ["warning", ""],
  CHECKOUT_LOCKED: ["error", "removes the lock: that command was finished", "unlock"],
  CHECKOUT_HALF: ["error", "repeat that command: it finishes what it began, and removes any lock"],
  UNREADABLE: ["damage", ""],
  FINDINGS_MORE: ["warning", "mend those above, then look again"],
} as const satisfies Readonly<Record<string, Kind>>;

export type Code = keyof typeof kinds;
/** Something wrong or misleading. */
export type CareFinding = {
  readonly code: Code;
  readonly severity: "error" | "warning";
  /** null: the ledger or the machine as a whole. */
  readonly run: string | null;
  readonly version: number | null;
  /** What it is about: the absolute path of a file, a job, a role; null: the run. */
  readonly subject: string | null;
  readonly text: string;
  /** The remedy. */
  readonly fits: string;
  /** `cairn doctor --fix` applies the remedy; otherwise a person must. */
  readonly fixable: boolean;
};
type About = Partial<Pick<CareFinding, "run" | "version" | "subject" | "fits">>;

export const finding = (code: Code, about: About, text: string): CareFinding => {
  const [is, fits, mend]: Kind = kinds[code];
  const severity = is === "warning" ? is : "error";
  const { fits: own = fits, ...where } = about;
  const whole = { run: null, version: null, subject: null, ...where };
  return { code, severity, ...whole, text, fits: own, fixable: mend !== undefined };
};

/** Findings of one look: errors first, those beyond the limit only counted. */
export type Findings = {
  add(more: CareFinding | readonly CareFinding[]): void;
  all(): readonly CareFinding[];
};
const mostFindings = 100;

export const findingList = (run: string | null): Findings => {
  const lists: Record<CareFinding["severity"], CareFinding[]> = { error: [], warning: [] };
  let count = 0;
  return {
    add(more) {
      for (const one of [more].flat()) {
        count += 1;
        if (lists[one.severity].length < mostFindings) lists[one.severity].push(one);
      }
    },
    all() {
      const kept = [...lists.error, ...lists.warning].slice(0, mostFindings);
      if (kept.length === count) return kept;
      return [...kept, finding("FINDINGS_MORE", { run }, `${count - kept.length} more`)];
    },
  };
};

/** A fault that stopped a look. */
export const unreadable = (run: string | null, { code, message, hint }: Fault): CareFinding =>
  code === "LEDGER_DAMAGED"
    ? finding(code, { run }, message)
    : finding("UNREADABLE", { run, fits: hint }, `${code}: ${message}`);

export const isDamage = ({ code }: CareFinding): boolean => kinds[code][0] === "damage";

export const mendOf = ({ code, fixable }: CareFinding): Mend | undefined => {
  const [, , mend]: Kind = kinds[code];
  return fixable ? mend : undefined;
};

/** By run: whether its record, or that of the whole ledger, has damage that no mend repairs. */
export const damagedIn = (findings: readonly CareFinding[]): ((run: string | null) => boolean) => {
  const runs = new Set(
    findings.filter((one) => isDamage(one) && !one.fixable).map(({ run }) => run),
  );
  return (run) => runs.has(null) || runs.has(run);
};

/** A mend records events, and those would cover up damage before them. */
export const withoutMends = (
  findings: readonly CareFinding[],
  isDamaged: (run: string | null) => boolean,
): readonly CareFinding[] =>
  findings.map((one) =>
    one.fixable && isDamaged(one.run)
      ? { ...one, fixable: false, fits: "repair the damaged record first" }
      : one,
  );

export type Verified = { readonly events: number; readonly findings: readonly CareFinding[] };
export type Doctored = {
  /** The remaining findings. */
  readonly findings: readonly CareFinding[];
  readonly fixed: readonly CareFinding[];
};

/** A line of a file, from 1, without its end. */
export type TextLine = { readonly number: number; readonly bytes: Uint8Array };
/** Of an export. `line` 0: the file as a whole. A warning is an omission, an error damage. */
export type RestoreFinding = {
  readonly line: number;
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly text: string;
};
export type Restored = {
  readonly run: string;
  readonly protocol: string;
  readonly folder: Path;
  /** Trusted events of the export. */
  readonly events: number;
  /** The run's version in the ledger before and after. */
  readonly before: number;
  readonly version: number;
  /** Restored outputs. */
  readonly outputs: number;
  readonly findings: readonly RestoreFinding[];
  /** Number of unusable lines. */
  readonly bad: number;
};
