// Export of a run as text lines.
import { verifyChain } from "../core/chain.ts";
import { digest, genesis } from "../core/hash.ts";
import { Fault } from "../core/refusal.ts";
import type { Card, Digest } from "../core/row.ts";
import type { Engine } from "./engine.ts";
import { endLine, headerLine, leftOutLine, outputLine, rowLine } from "./export/format.ts";
import type { Care } from "./facets/care.ts";
import { unknownRun } from "./find.ts";
import { recorded } from "./fold.ts";
import { whyItStays } from "./shelf/stays.ts";
import { onFault } from "./on-fault.ts";

const page = 1_000;

const broken = (run: string, text: string): Fault =>
  new Fault(
    "LEDGER_DAMAGED",
    `run ${run} can't be exported: ${text}`,
    "`cairn verify` names all that is damaged; what was exported so far can be restored, and says that its end is missing",
  );

/** An output in the export: whole, or why it is left out. Only outputs of proofs are included, not bytes of refused edits. */
const outputOf = async (engine: Engine, name: Digest, wanted: boolean): Promise<string> => {
  if (!wanted) return leftOutLine(name, "left out when this was exported");
  const line = async (): Promise<string> => {
    const bytes = await engine.workspace.kept(name);
    if (bytes === null) return leftOutLine(name, "it was not kept any more");
    const why = whyItStays(bytes);
    return why === null ? outputLine(name, bytes) : leftOutLine(name, why);
  };
  return onFault(line, ({ code }) => leftOutLine(name, code));
};

/** The lines of an export, without line ends, up to the version in the run's card. Fault LEDGER_DAMAGED: its chain is broken. */
const linesOf = async function* (
  engine: Engine,
  card: Card,
  outputs: boolean,
): AsyncGenerator<string> {
  const { run, protocol, origin, root, version, head } = card;
  // A run of an unknown protocol can be exported too, without its outputs, whose names are unknown here.
  const rules = await engine.protocol(protocol);
  const types = new Set<string>(rules?.refers?.types);
  const named = new Set<Digest>();
  const first = headerLine({ protocol, run, origin, root, version, head });
  yield first;
  let at = { version: 0, hash: genesis(protocol, run) };
  while (at.version < version) {
    const limit = Math.min(page, version - at.version);
    const rows = await engine.ledger.read({ run, after: at.version, limit });
    const last = rows.at(-1);
    const [wrong] = verifyChain(at, rows);
    if (wrong !== undefined) throw broken(run, wrong.text);
    if (last === undefined)
      throw broken(run, `its events end at ${at.version}, its card says version ${version}`);
    for (const row of rows) {
      if (types.has(row.type))
        for (const name of rules?.refers?.of(recorded(row)).outputs ?? []) named.add(name);
      yield rowLine(row);
    }
    at = { version: last.version, hash: last.hash };
  }
  if (at.hash !== head) throw broken(run, "its card says another last event than its events");
  for (const name of named) yield outputOf(engine, name, outputs);
  yield endLine({ events: version, head, outputs: named.size, first: digest(first) });
};

export const exportOf = async (
  engine: Engine,
  run: string,
  outputs: boolean,
): ReturnType<Care["export"]> => {
  const [card] = await engine.ledger.runs({ run });
  return card === undefined
    ? unknownRun(run)
    : { events: card.version, lines: linesOf(engine, card, outputs) };
};
