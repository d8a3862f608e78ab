// Verification of a run: hash chain against card, anchors, snapshot, files and all that events name.
import { errorText } from "../core/error-text.ts";
import type { Protocol } from "../core/protocol.ts";
import { Fault } from "../core/refusal.ts";
import type { Card, Row } from "../core/row.ts";
import { commit } from "./commit.ts";
import { type Engine, groundOf } from "./engine.ts";
import { emptyFold, type Folded, foldOn, snapshotKey, snapshotText } from "./fold.ts";
import type { TrustFinding } from "./findings.ts";
import { compareTimes } from "./verify/ahead.ts";
import {
  anchoredVersions,
  type AnchorsOfRun,
  compareAnchors,
  readAnchors,
} from "./verify/anchored.ts";
import { bounded, finding } from "./verify/codes.ts";
import { compareFiles } from "./verify/files.ts";
import { goneRuns } from "./verify/gone.ts";
import { compareReferred } from "./verify/referred.ts";
import { startWalk, type Walk } from "./verify/walk.ts";
import { onFault } from "./on-fault.ts";

/** Rows per read: enough for speed, few enough for cheap garbage collection. */
const page = 1_000;

type Begun = {
  readonly card: Card;
  readonly rules: Protocol | undefined;
  readonly anchors: AnchorsOfRun;
  readonly walk: Walk;
};
export type Verified = { readonly events: number; readonly findings: readonly TrustFinding[] };

const begin = async (engine: Engine, card: Card): Promise<Begun> => {
  const rules = await engine.protocol(card.protocol);
  const ground = { root: engine.resolve(engine.base, card.root), place: null, ignores: [] };
  const anchors = await readAnchors(engine.workspace, ground, card.run);
  return {
    card,
    rules,
    anchors,
    walk: startWalk(card.run, card.protocol, rules, anchoredVersions(anchors)),
  };
};

/** Continues the walk by version. */
const walkOn = async (engine: Engine, { card: { run }, walk }: Begun): Promise<void> => {
  for (;;) {
    const rows = await engine.ledger.read({ run, after: walk.at().version, limit: page });
    walk.take(rows);
    if (rows.length < page) return;
  }
};

/** Other processes may append: reads the card after the events, and walks events that came before it, too. */
const catchUp = async (engine: Engine, begun: Begun): Promise<Card> => {
  const { card, walk } = begun;
  const newest = async (): Promise<Card> =>
    (await engine.ledger.runs({ run: card.run }))[0] ?? card;
  let now = await newest();
  for (
    let walked = -1;
    walked < walk.at().version && now.version > walk.at().version;
    now = await newest()
  ) {
    walked = walk.at().version;
    await walkOn(engine, begun);
  }
  return now;
};

/** The rules, which also judge each event on the way. */
const judging = async (
  rules: Protocol,
  run: string,
): Promise<{ readonly rules: Protocol; readonly found: readonly TrustFinding[] }> => {
  const found: TrustFinding[] = [];
  const invariants = await rules.invariants?.();
  const evolve: Protocol["evolve"] = (before, event) => {
    const why = before === null ? null : (invariants?.broken(before, event) ?? null);
    if (why !== null) {
      const text = `event ${event.version} (${event.type}) is not what the rules of ${rules.name} make there: ${why}`;
      found.push(finding("EVENT_UNLAWFUL", { run, version: event.version }, text));
    }
    return rules.evolve(before, event);
  };
  return { rules: { ...rules, evolve }, found };
};

/** Folds the run and compares with the snapshot that others start from. */
const foldWhole = async (
  engine: Engine,
  { card, walk }: Begun,
  rules: Protocol,
): Promise<{ readonly folded: Folded; readonly findings: readonly TrustFinding[] }> => {
  const { run } = card;
  const findings: TrustFinding[] = [];
  let folded = emptyFold(rules, card.root, card.origin);
  const kept = await engine.ledger.snapshot(run, snapshotKey(engine, rules));
  if (kept !== null && kept.version <= walk.at().version) {
    folded = await foldOn(engine, run, folded, kept.version);
    if (snapshotText(folded) !== kept.text) {
      const text = `the snapshot of version ${kept.version} is not what its events make: it was changed`;
      findings.push(finding("SNAPSHOT_DIFFERS", { run, version: kept.version }, text));
    }
  }
  return { folded: await foldOn(engine, run, folded), findings };
};

/** Lists and exit codes rely on the card: all its other fields must follow from the events, too. */
const compareCard = (card: Card, folded: Folded): readonly TrustFinding[] => {
  if (card.version !== folded.version) return [];
  const should = commit.cardOf(card.run, folded, card.at);
  const wrong = (["place", "life", "phase", "good"] as const).filter(
    (key) => card[key] !== should[key],
  );
  return wrong.map((key) =>
    finding(
      "CARD_DIFFERS",
      { run: card.run, version: card.version },
      `the run's card says ${key} ${JSON.stringify(card[key])}, its events make it ${JSON.stringify(should[key])}`,
    ),
  );
};

/** Conclusions after walking the events. */
const conclude = async (engine: Engine, begun: Begun): Promise<readonly TrustFinding[]> => {
  const { card, rules, anchors, walk } = begun;
  const { run } = card;
  const now = await catchUp(engine, begun);
  const at = walk.at();
  const findings = [
    ...walk.findings,
    ...anchors.findings,
    ...compareAnchors(anchors, walk),
    ...(await compareTimes(engine, walk)),
  ];
  if (now.version !== at.version || now.head !== at.hash) {
    const text = `the run's card says version ${now.version}, its events end at ${at.version}`;
    findings.push(finding("CARD_DIFFERS", { run, version: at.version }, text));
  }
  if (rules === undefined) {
    const text = `the run is of protocol ${card.protocol}, which this program doesn't know: its chain was walked, its files, outputs and commits were not looked at`;
    return [...findings, finding("PROTOCOL_UNKNOWN", { run }, text)];
  }
  // Files of a changed history tell nothing.
  if (findings.some(({ severity }) => severity === "error")) return findings;
  return [...findings, ...(await readByRules(engine, begun, rules, now))];
};

/** Rules may fail on events that they never produce: that is a finding about the events. */
const readByRules = async (
  engine: Engine,
  begun: Begun,
  rules: Protocol,
  now: Card,
): Promise<readonly TrustFinding[]> => {
  const { run } = begun.card;
  try {
    const { rules: judges, found } = await judging(rules, run);
    const { folded, findings } = await foldWhole(engine, begun, judges);
    if (folded.state === null) return [...found, ...findings];
    const referred = await compareReferred(engine, groundOf(engine, folded), run, begun.walk.named);
    const files = await compareFiles(engine, run, () => foldOn(engine, run, folded));
    return [...found, ...compareCard(now, folded), ...findings, ...referred, ...files];
  } catch (error) {
    const unread =
      error instanceof Fault && error.code === "EVENTS_UNREADABLE" ? error.cause : error;
    if (unread instanceof Fault) throw unread;
    const text = `the chain is whole, but the rules of ${rules.name} can't read its events: ${errorText(unread)}`;
    return [finding("EVENTS_UNREADABLE", { run }, text)];
  }
};

/** Damage that stops the reading becomes a finding. */
const orDamage = (
  run: string,
  act: () => Promise<readonly TrustFinding[]>,
): Promise<readonly TrustFinding[]> =>
  onFault(act, ({ message }) => [finding("LEDGER_DAMAGED", { run }, message)], ["LEDGER_DAMAGED"]);

const ofRun = async (engine: Engine, card: Card): Promise<Verified> => {
  const begun = await begin(engine, card);
  const findings = await orDamage(card.run, async () => {
    await walkOn(engine, begun);
    return conclude(engine, begun);
  });
  return { events: begun.walk.at().version, findings: bounded(card.run, findings) };
};

/** All rows in order of seq: twice as fast as run by run, and shows rows without a run. */
const ofAll = async (engine: Engine): Promise<Verified> => {
  const findings: TrustFinding[] = [];
  const walks = new Map<string, Begun>();
  for (const card of await engine.ledger.runs()) walks.set(card.run, await begin(engine, card));
  const strangers = new Map<string, number>();
  const take = async (run: string, rows: readonly Row[]): Promise<void> => {
    const known = walks.get(run);
    if (known !== undefined) return known.walk.take(rows);
    const [card] = await engine.ledger.runs({ run });
    if (card === undefined) return void strangers.set(run, (strangers.get(run) ?? 0) + rows.length);
    const begun = await begin(engine, card);
    walks.set(run, begun);
    begun.walk.take(rows);
  };
  const broken = await orDamage("", async () => {
    for (let after = 0; ;) {
      const rows = await engine.ledger.read({ after, limit: page });
      for (const [run, own] of Map.groupBy(rows, (row) => row.run)) await take(run, own);
      after = rows.at(-1)?.seq ?? after;
      if (rows.length < page) return [];
    }
  });
  findings.push(...broken);
  for (const [run, count] of strangers) {
    const text = `${count} events are there of a run that the ledger's list of runs doesn't have: its card was removed`;
    findings.push(finding("RUN_CARDLESS", { run }, text));
  }
  let events = 0;
  for (const begun of walks.values()) {
    const { run } = begun.card;
    const own = broken.length > 0 ? [] : await orDamage(run, () => conclude(engine, begun));
    findings.push(...bounded(run, own));
    events += begun.walk.at().version;
  }
  const cards = [...walks.values()].map(({ card }) => card);
  return { events, findings: [...findings, ...(await goneRuns(engine, cards))] };
};

/** Walks one run or all from disk; no findings: the record is unchanged as far as anchors reach. */
export const verify = async (engine: Engine, run?: string): Promise<Verified> => {
  await engine.ledger.forget?.();
  if (run === undefined) return ofAll(engine);
  let events = 0;
  const findings: TrustFinding[] = [];
  for (const card of await engine.ledger.runs({ run })) {
    const one = await ofRun(engine, card);
    events += one.events;
    findings.push(...one.findings);
  }
  return { events, findings };
};
