// Why: a record that can't be checked isn't one; here the chain is walked against the run's card, its anchors and its snapshot.
import { verifyChain } from "../core/chain.ts";
import { genesis } from "../core/hash.ts";
import type { Card } from "../core/row.ts";
import type { Engine } from "./engine.ts";
import { emptyFold, foldOn, protocolOf, snapshotKey } from "./fold.ts";
import { pagesOf } from "./pages.ts";
import type { ChainFinding } from "./system.ts";

const ofRun = async (engine: Engine, card: Card): Promise<{ readonly events: number; readonly findings: readonly ChainFinding[] }> => {
  const { run } = card;
  const findings: ChainFinding[] = [];
  const find = (version: number, code: string, text: string): void => void findings.push({ run, version, code, text });
  const anchors = new Map((await engine.workspace.anchors(run)).map((anchor) => [anchor.version, anchor]));

  let at = { version: 0, hash: genesis(card.protocol, run) };
  const walk = async (): Promise<void> => {
    for await (const rows of pagesOf(engine.ledger, run, at.version)) {
      for (const { version, what, text } of verifyChain(at, rows)) find(version, `CHAIN_${what.toUpperCase()}`, text);
      for (const row of rows) {
        const anchor = anchors.get(row.version);
        if (anchor !== undefined && anchor.head !== row.hash) {
          find(
            row.version,
            "ANCHOR_DIFFERS",
            `event ${row.version} is not what was anchored outside the database at ${anchor.at}: the ledger was rewritten`,
          );
        }
      }
      const last = rows.at(-1);
      if (last !== undefined) at = { version: last.version, hash: last.hash };
    }
  };
  const newest = async (): Promise<Card> => (await engine.ledger.runs({ run }))[0] ?? card;
  await walk();
  // Others append meanwhile: the card is read after the events, and events that came before the card are walked, too.
  let now = await newest();
  for (let walked = -1; walked < at.version && now.version > at.version; now = await newest()) {
    walked = at.version;
    await walk();
  }

  const farthest = [...anchors.keys()].reduce((most, version) => Math.max(most, version), 0);
  if (farthest > at.version)
    find(
      at.version,
      "TAIL_CUT",
      `version ${farthest} was anchored outside the database, the ledger ends at ${at.version}: its tail was cut off`,
    );
  if (now.version !== at.version || now.head !== at.hash)
    find(at.version, "CARD_DIFFERS", `the run's card says version ${now.version}, its events end at ${at.version}`);

  if (findings.length === 0) {
    const protocol = await protocolOf(engine, card);
    const kept = await engine.ledger.snapshot(run, snapshotKey(protocol));
    if (kept !== null) {
      const folded = await foldOn(engine, run, emptyFold(protocol, card.root, card.origin), kept.version);
      const should = JSON.stringify({ head: folded.head, at: folded.at, state: folded.state });
      if (should !== kept.text)
        find(kept.version, "SNAPSHOT_DIFFERS", `the snapshot of version ${kept.version} is not what its events make: it was changed`);
    }
  }
  return { events: at.version, findings };
};

/** A run that was removed whole leaves no event to walk; its anchors tell that it was there. */
const gone = async (engine: Engine, cards: readonly Card[]): Promise<readonly ChainFinding[]> => {
  const there = new Set(cards.map(({ run }) => run));
  const findings: ChainFinding[] = [];
  for (const run of (await engine.workspace.anchored()).filter((name) => !there.has(name))) {
    const last = (await engine.workspace.anchors(run)).at(-1);
    if (last === undefined) continue;
    const text = `version ${last.version} was anchored outside the database at ${last.at}, and this ledger has no such run: it was removed, or is in another ledger`;
    // A run begins between the two looks: it has a card by now.
    if ((await engine.ledger.runs({ run })).length === 0) findings.push({ run, version: 0, code: "RUN_GONE", text });
  }
  return findings;
};

/** Walks one run or all; no finding: the record is what was written, as far as anchors reach. */
export const verify = async (
  engine: Engine,
  run?: string,
): Promise<{ readonly events: number; readonly findings: readonly ChainFinding[] }> => {
  let events = 0;
  const findings: ChainFinding[] = [];
  const cards = await engine.ledger.runs(run === undefined ? {} : { run });
  for (const card of cards) {
    const one = await ofRun(engine, card);
    events += one.events;
    findings.push(...one.findings);
  }
  if (run === undefined) findings.push(...(await gone(engine, cards)));
  return { events, findings };
};
