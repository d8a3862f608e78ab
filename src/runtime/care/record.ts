// Verify's judgement of one run: its chain against card, anchors, snapshot, rules, files and all that events name.
import { errorText } from "../../core/error-text.ts";
import type { Protocol } from "../../core/protocol.ts";
import { Fault } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import { commit } from "../send/commit.ts";
import { type Engine, groundOf } from "../engine.ts";
import { emptyFold, type Folded, foldOn, snapshotKey, snapshotText } from "../fold.ts";
import { onFault } from "../on-fault.ts";
import { allOf, type AnchorsOfRun, compareAnchors, readAnchors, shownAnchors } from "./anchors.ts";
import { compareFiles } from "./files.ts";
import { type CareFinding, finding, setAside, unreadable } from "./finding.ts";
import { compareOutside } from "./outside.ts";
import { page, startWalk, type Walk } from "./walk.ts";

export type Begun = {
  readonly card: Card;
  readonly rules: Protocol | undefined;
  readonly anchors: AnchorsOfRun;
  readonly walk: Walk;
};

export const begin = async (engine: Engine, card: Card): Promise<Begun> => {
  const rules = await engine.protocol(card.protocol);
  const ground = { root: engine.resolve(engine.base, card.root), place: null, ignores: [] };
  const anchors = await onFault(
    () => readAnchors(engine, ground, card.run),
    (fault) => ({ file: [], git: null, written: 0, findings: [unreadable(card.run, fault)] }),
  );
  const versions = new Set(allOf(anchors).map(({ version }) => version));
  return { card, rules, anchors, walk: startWalk(card, rules, versions) };
};

/** Continues the walk by version. */
export const walkOn = async (engine: Engine, { card: { run }, walk }: Begun): Promise<void> => {
  for (;;) {
    const rows = await engine.ledger.read({ run, after: walk.at().version, limit: page });
    walk.take(rows);
    if (rows.length < page) return;
  }
};

/** Other processes may append: reads the card after the events, and walks events that came before it, too. */
const catchUp = async (engine: Engine, begun: Begun): Promise<Card> => {
  const { card, walk } = begun;
  for (let walked = -1; ;) {
    const now = (await engine.ledger.runs({ run: card.run }))[0] ?? card;
    if (walked === walk.at().version || now.version <= walk.at().version) return now;
    walked = walk.at().version;
    await walkOn(engine, begun);
  }
};

/** In ms: failover servers and adjusted clocks agree no better. */
const toleranceMs = 60_000;

/** By the ledger's clock, which is only asked if this machine's raises doubt. */
const compareTimes = async (
  { ledger, now }: Engine,
  { run, latest }: Walk,
): Promise<readonly CareFinding[]> => {
  const { version, at } = latest();
  const isAhead = (time: string): boolean =>
    version > 0 && !(Date.parse(at) <= Date.parse(time) + toleranceMs);
  if (!isAhead(now())) return [];
  const there = await ledger.now();
  if (!isAhead(there)) return [];
  const text = `event ${version} is stamped ${JSON.stringify(at)}, and by the ledger's clock it is ${there} now: it can't have been recorded then`;
  return [finding("TIME_AHEAD", { run, version }, text)];
};

/** Folds the run by rules that judge each event on the way, and compares with the snapshot that others start from. */
const foldWhole = async (
  engine: Engine,
  { card, walk }: Begun,
  rules: Protocol,
): Promise<Folded> => {
  const { run, findings } = walk;
  const invariants = await rules.invariants?.();
  const evolve: Protocol["evolve"] = (before, event) => {
    const why = before === null ? null : (invariants?.broken(before, event) ?? null);
    if (why !== null) {
      const text = `event ${event.version} (${event.type}) is not what the rules of ${rules.name} make there: ${why}`;
      findings.add(finding("EVENT_UNLAWFUL", { run, version: event.version }, text));
    }
    return rules.evolve(before, event);
  };
  let folded = emptyFold({ ...rules, evolve }, card.root, card.origin);
  const kept = await engine.ledger.snapshot(run, snapshotKey(engine, rules));
  if (kept !== null && kept.version <= walk.at().version) {
    folded = await foldOn(engine, run, folded, kept.version);
    if (snapshotText(folded) !== kept.text) {
      const text = `the snapshot of version ${kept.version} is not what its events make: it was changed`;
      findings.add(finding("SNAPSHOT_DIFFERS", { run, version: kept.version }, text));
    }
  }
  return foldOn(engine, run, folded);
};

/** Lists and exit codes rely on the card: all its other fields must follow from the events, too. */
const compareCard = (card: Card, folded: Folded): readonly CareFinding[] => {
  const should = commit.cardOf(card.run, folded, card.at);
  const wrong = (["place", "life", "phase", "good"] as const)
    .filter((key) => card.version === folded.version && card[key] !== should[key])
    .map((key) => {
      const [is, ought] = [JSON.stringify(card[key]), JSON.stringify(should[key])];
      return `${key} ${is} (its events make it ${ought})`;
    });
  const text = `the run's card says ${wrong.join(", ")}`;
  const about = { run: card.run, version: card.version };
  return wrong.length === 0 ? [] : [finding("CARD_DIFFERS", about, text)];
};

/** Rules may fail on events that they never produce: that is a finding about the events. */
const compareByRules = async (
  engine: Engine,
  begun: Begun,
  rules: Protocol,
  now: Card,
): Promise<void> => {
  const { run, findings } = begun.walk;
  try {
    const folded = await foldWhole(engine, begun, rules);
    if (folded.state === null) return;
    findings.add(compareCard(now, folded));
    findings.add(await compareOutside(engine, groundOf(engine, folded), begun.walk));
    findings.add(await compareFiles(engine, run, () => foldOn(engine, run, folded)));
  } catch (error) {
    const unread =
      error instanceof Fault && error.code === "EVENTS_UNREADABLE" ? error.cause : error;
    if (unread instanceof Fault) throw unread;
    const text = `the chain is whole, but the rules of ${rules.name} can't read its events: ${errorText(unread)}`;
    findings.add(finding("EVENTS_UNREADABLE", { run }, text));
  }
};

const judge = async (engine: Engine, begun: Begun): Promise<void> => {
  const { card, rules, anchors, walk } = begun;
  const { run, findings } = walk;
  const now = await catchUp(engine, begun);
  const at = walk.at();
  findings.add(anchors.findings);
  const cut = now.version > at.version ? { fits: setAside } : {};
  for (const one of compareAnchors(anchors, walk, shownAnchors(engine, run)))
    findings.add(one.code === "TAIL_CUT" ? { ...one, ...cut } : one);
  findings.add(await compareTimes(engine, walk));
  if (now.version !== at.version || now.head !== at.hash) {
    const text = `the run's card says version ${now.version}, its events end at ${at.version}`;
    findings.add(finding("CARD_DIFFERS", { run, version: at.version, ...cut }, text));
  }
  if (rules === undefined) {
    const text = `the run is of protocol ${card.protocol}, which this program doesn't know: its chain was walked, its files, outputs and commits were not looked at`;
    findings.add(finding("PROTOCOL_UNKNOWN", { run }, text));
    return;
  }
  // Files of a changed history tell nothing.
  if (findings.all().every(({ severity }) => severity === "warning"))
    await compareByRules(engine, begun, rules, now);
};

/** Conclusions after walking the events. A fault stops those of this run alone. */
export const conclude = async (engine: Engine, begun: Begun): Promise<readonly CareFinding[]> => {
  const { run, findings } = begun.walk;
  await onFault(
    () => judge(engine, begun),
    (fault) => findings.add(unreadable(run, fault)),
  );
  return findings.all();
};
