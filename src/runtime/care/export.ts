// Export of a run as text lines.
import { digest } from "../../core/hash.ts";
import { Fault } from "../../core/refusal.ts";
import type { Card, Digest } from "../../core/row.ts";
import type { Engine } from "../engine.ts";
import type { Care } from "../system/care.ts";
import { unknownRun } from "../find.ts";
import { onFault } from "../on-fault.ts";
import { whyItStays } from "../shelf/stays.ts";
import { endLine, headerLine, leftOutLine, outputLine, rowLine } from "./export-lines.ts";
import { page, startWalk } from "./walk.ts";

const broken = (run: string, text: string): Fault =>
  new Fault(
    "LEDGER_DAMAGED",
    `run ${run} can't be exported: ${text}`,
    `\`cairn verify\` names all that is damaged; \`cairn export ${run} > FILE\` writes the events before it, which can be restored`,
  );

/** An output: whole, or why it is left out. Only outputs that events name are included, not bytes of refused edits. */
const outputOf = (engine: Engine, name: Digest, wanted: boolean): Promise<string> =>
  onFault(
    async () => {
      if (!wanted) return leftOutLine(name, "left out when this was exported");
      const bytes = await engine.workspace.kept(name);
      if (bytes === null) return leftOutLine(name, "it was not kept any more");
      const why = whyItStays(bytes);
      return why === null ? outputLine(name, bytes) : leftOutLine(name, why);
    },
    ({ code }) => leftOutLine(name, code),
  );

/** The lines of an export, without line ends, up to the version in the run's card. Faults LEDGER_DAMAGED and EVENTS_UNREADABLE. */
const linesOf = async function* (
  engine: Engine,
  card: Card,
  outputs: boolean,
): AsyncGenerator<string> {
  const { run, protocol, origin, root, version, head } = card;
  // A run of an unknown protocol goes without its outputs, whose names are unknown here.
  const walk = startWalk(card, await engine.protocol(protocol));
  const first = headerLine({ protocol, run, origin, root, version, head });
  yield first;
  while (walk.at().version < version) {
    const after = walk.at().version;
    const rows = await engine.ledger.read({ run, after, limit: Math.min(page, version - after) });
    walk.take(rows);
    const [wrong] = walk.findings.all();
    if (wrong?.code === "EVENTS_UNREADABLE") throw new Fault(wrong.code, wrong.text, wrong.fits);
    if (wrong !== undefined) throw broken(run, wrong.text);
    if (rows.length === 0)
      throw broken(run, `its events end at ${after}, its card says version ${version}`);
    for (const row of rows) yield rowLine(row);
  }
  if (walk.at().hash !== head)
    throw broken(run, "its card says another last event than its events");
  for (const name of walk.outputs.keys()) yield outputOf(engine, name, outputs);
  yield endLine({ events: version, head, outputs: walk.outputs.size, first: digest(first) });
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
