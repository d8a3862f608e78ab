// Table of verify's finding codes, each with its remedy; codes never change their meaning.
import type { TrustFinding } from "../findings.ts";
import type { Fault } from "../../core/refusal.ts";

type Kind = { readonly severity: TrustFinding["severity"]; readonly fits: string };

const backup =
  "compare with a backup or an export (`cairn restore FILE --dry-run` says where they part); what was recorded is not guessed";

export const codes = {
  CHAIN_HASH: { severity: "error", fits: backup },
  CHAIN_GAP: { severity: "error", fits: backup },
  ANCHOR_DIFFERS: { severity: "error", fits: backup },
  ANCHOR_LOST: {
    severity: "error",
    fits: "`cairn doctor` puts anchors back that git still has; if you didn't remove them, find out who did",
  },
  TAIL_CUT: {
    severity: "error",
    fits: "an export or a backup that reaches farther brings the end back: `cairn restore FILE`",
  },
  CARD_DIFFERS: { severity: "error", fits: backup },
  TIME_AHEAD: {
    severity: "warning",
    fits: "see who sent it, in `cairn log`: the event was forged, or the clock that stamped it was set ahead; what waits for a time may wait too long",
  },
  SNAPSHOT_DIFFERS: {
    severity: "error",
    fits: "snapshots are a cache, but this one was believed: see what was decided since, in `cairn log`",
  },
  LEDGER_DAMAGED: {
    severity: "error",
    fits: "copy the ledger with its -wal and -shm to a safe place, then put a backup in its place or restore an export into a new one",
  },
  EVENT_UNLAWFUL: {
    severity: "error",
    fits: "see who sent it, in `cairn log`: the rules never make such an event there, so it was forged",
  },
  EVENTS_UNREADABLE: {
    severity: "error",
    fits: "a newer cairn may have written them: update this one; else they were forged",
  },
  RUN_GONE: {
    severity: "error",
    fits: "if there is an export or a backup, `cairn restore FILE` brings the run back",
  },
  RUN_CARDLESS: { severity: "error", fits: backup },
  RUN_ELSEWHERE: { severity: "warning", fits: "verify that ledger too, by --ledger" },
  PROTOCOL_UNKNOWN: {
    severity: "warning",
    fits: "a newer cairn wrote this run: update this one, then verify again",
  },
  KEPT_MISSING: {
    severity: "error",
    fits: "an export that was made with outputs brings it back: `cairn restore FILE`",
  },
  KEPT_ELSEWHERE: {
    severity: "warning",
    fits: "over 16 MiB, or with what looks like a credential, it stays on the machine that made it: verify there, too",
  },
  KEPT_DAMAGED: {
    severity: "error",
    fits: "move that file away; an export that was made with outputs brings it back: `cairn restore FILE`",
  },
  COMMIT_GONE: {
    severity: "warning",
    fits: "it was rewritten or collected since; `cairn evidence --recheck` shows what still holds",
  },
  COMMIT_ELSEWHERE: {
    severity: "warning",
    fits: "another machine made it: `git.remote` in cairn.config.json, or git itself (`git fetch`), brings what was pushed there; if it was made here, it was rewritten or collected since",
  },
  FILE_MISSING: {
    severity: "error",
    fits: "any verb that names the run writes it again: `cairn status RUN`",
  },
  FILE_DIFFERS: {
    severity: "error",
    fits: "any verb that names the run reads the edit: `cairn status RUN`",
  },
  FILE_OLD: {
    severity: "warning",
    fits: "any verb that names the run brings it up to date: `cairn status RUN`",
  },
  FILE_STRAY: {
    severity: "warning",
    fits: "any verb that names the run reads it: `cairn status RUN`",
  },
  FILE_UNREADABLE: { severity: "error", fits: "put a plain file, or nothing, in its place" },
  GIT_UNANCHORED: {
    severity: "warning",
    fits: "git gets the next anchor by itself; until then the one beside the database stands alone",
  },
  GIT_UNREADABLE: {
    severity: "warning",
    fits: "see what git says of that folder, then verify again",
  },
  FINDINGS_CUT: { severity: "warning", fits: "mend those that are listed first" },
} as const satisfies Readonly<Record<string, Kind>>;

export type Code = keyof typeof codes;
export type Where = { readonly run: string; readonly version?: number; readonly path?: string };

export const finding = (code: Code, { run, version, path }: Where, text: string): TrustFinding => ({
  run,
  version: version ?? null,
  path: path ?? null,
  code,
  severity: codes[code].severity,
  text,
  fits: codes[code].fits,
});

export const unreadable = (run: string, what: string, { message }: Fault): TrustFinding =>
  finding("GIT_UNREADABLE", { run }, `${what}: ${message}`);

/** Maximum per run; a rewritten ledger has one per event. */
const limit = 100;

/** The first findings, and the number of the others. */
export const bounded = (
  run: string,
  findings: readonly TrustFinding[],
): readonly TrustFinding[] => {
  if (findings.length <= limit) return findings;
  // Warnings never displace errors.
  const ordered = findings.toSorted(
    (a, b) => Number(a.severity === "warning") - Number(b.severity === "warning"),
  );
  return [
    ...ordered.slice(0, limit),
    finding(
      "FINDINGS_CUT",
      { run },
      `${findings.length - limit} more findings of this run are not listed`,
    ),
  ];
};
