// Single pass over a run's events for verify, gathering what later checks need.
import { verifyChain } from "../../core/chain.ts";
import { genesis } from "../../core/hash.ts";
import type { Protocol, References } from "../../core/protocol.ts";
import type { Digest, Row } from "../../core/row.ts";
import { recorded } from "../fold.ts";
import type { TrustFinding } from "../findings.ts";
import { finding } from "./codes.ts";

/** The first mention of something outside the ledger. */
export type ExternalReferences = {
  readonly outputs: ReadonlyMap<Digest, number>;
  readonly commits: ReadonlyMap<string, number>;
};

export type Walk = {
  readonly run: string;
  /** Rows that continue the ones before. */
  take(rows: readonly Row[]): void;
  at(): { readonly version: number; readonly hash: Digest };
  /** The event with the latest timestamp; an irregular one counts as later than all regular ones. */
  latest(): { readonly version: number; readonly at: string };
  /** The ledger's hashes of the anchored versions. */
  readonly hashes: ReadonlyMap<number, Digest>;
  readonly named: ExternalReferences;
  readonly findings: readonly TrustFinding[];
};

/** Length of a regular timestamp; such timestamps compare as texts. */
const usualLength = "2026-01-08T12:00:00.000Z".length;

/** `anchored`: the versions whose hashes are needed. */
export const startWalk = (
  run: string,
  protocol: string,
  rules: Protocol | undefined,
  anchored: ReadonlySet<number>,
): Walk => {
  let at = { version: 0, hash: genesis(protocol, run) };
  const findings: TrustFinding[] = [];
  const hashes = new Map<number, Digest>();
  const outputs = new Map<Digest, number>();
  const commits = new Map<string, number>();
  let latest = { version: 0, at: "" };
  let most = "";
  const types = new Set<string>(rules?.refers?.types);

  const note = (row: Row): void => {
    let names: References;
    try {
      names = rules?.refers?.of(recorded(row)) ?? {};
    } catch {
      // Unreadable rows were changed: the chain detects that.
      return;
    }
    for (const name of names.outputs ?? []) if (!outputs.has(name)) outputs.set(name, row.version);
    for (const name of names.commits ?? []) if (!commits.has(name)) commits.set(name, row.version);
  };

  return {
    run,
    take(rows) {
      for (const { version, what, text } of verifyChain(at, rows))
        findings.push(finding(what === "gap" ? "CHAIN_GAP" : "CHAIN_HASH", { run, version }, text));
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
    named: { outputs, commits },
    findings,
  };
};
