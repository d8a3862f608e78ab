// One pass over a run's events: their chain, and what else verify and export need of them.
import { errorText } from "../../core/error-text.ts";
import { verifyChain } from "../../core/chain.ts";
import { genesis } from "../../core/hash.ts";
import type { Protocol } from "../../core/protocol.ts";
import type { Card, Digest, Row } from "../../core/row.ts";
import { recorded } from "../fold.ts";
import { finding, findingList, type Findings } from "./finding.ts";

/** Rows per read: enough for speed, few enough for cheap garbage collection. */
export const page = 1_000;

export type Walk = {
  readonly run: string;
  /** Rows that continue the ones before. */
  take(rows: readonly Row[]): void;
  at(): { readonly version: number; readonly hash: Digest };
  /** The event with the latest timestamp; an irregular one counts as later than all regular ones. */
  latest(): { readonly version: number; readonly at: string };
  /** The ledger's hashes of the anchored versions. */
  readonly hashes: ReadonlyMap<number, Digest>;
  /** What lies outside of the ledger, each with the first event that names it. */
  readonly outputs: ReadonlyMap<Digest, number>;
  readonly commits: ReadonlyMap<string, number>;
  /** Of the run: breaks of its chain, and what a caller adds. */
  readonly findings: Findings;
};

/** Length of a regular timestamp; such timestamps compare as texts. */
const usualLength = "2026-01-08T12:00:00.000Z".length;

/** `anchored`: the versions whose hashes are needed. */
export const startWalk = (
  { run, protocol }: Pick<Card, "run" | "protocol">,
  rules: Protocol | undefined,
  anchored: ReadonlySet<number> = new Set(),
): Walk => {
  let at = { version: 0, hash: genesis(protocol, run) };
  let latest = { version: 0, at: "" };
  let most = "";
  const findings = findingList(run);
  const hashes = new Map<number, Digest>();
  const outputs = new Map<Digest, number>();
  const commits = new Map<string, number>();
  const types = new Set<string>(rules?.refers?.types);
  const note = (row: Row): void => {
    try {
      const { outputs: kept = [], commits: made = [] } = rules?.refers?.of(recorded(row)) ?? {};
      for (const name of kept) if (!outputs.has(name)) outputs.set(name, row.version);
      for (const name of made) if (!commits.has(name)) commits.set(name, row.version);
    } catch (error) {
      // Of a newer cairn, or changed; the chain has found the latter by now.
      if (findings.all().length > 0) return;
      const text = `the rules of ${protocol} can't read what event ${row.version} (${row.type}) refers to: ${errorText(error)}`;
      findings.add(finding("EVENTS_UNREADABLE", { run, version: row.version }, text));
    }
  };
  return {
    run,
    take(rows) {
      for (const { version, what, text } of verifyChain(at, rows))
        findings.add(finding(what === "gap" ? "CHAIN_GAP" : "CHAIN_HASH", { run, version }, text));
      for (const row of rows) {
        const stamp = row.at.length === usualLength ? row.at : `~${row.at}`;
        if (stamp > most) {
          most = stamp;
          latest = { version: row.version, at: row.at };
        }
        if (anchored.has(row.version)) hashes.set(row.version, row.hash);
        if (types.has(row.type)) note(row);
      }
      const last = rows.at(-1);
      if (last !== undefined) at = { version: last.version, hash: last.hash };
    },
    at: () => at,
    latest: () => latest,
    hashes,
    outputs,
    commits,
    findings,
  };
};
