// Displayed state of a run: its protocol's view, workers, and facts about this machine.
import type { View } from "../../core/view.ts";
import { agentFor, type Config, configOfRun } from "../config.ts";
import { type Engine, groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";

export const viewOf = async (
  engine: Engine,
  run: string,
  folded: Folded,
  config: Config,
): Promise<View> => {
  const { protocol, state } = folded;
  const plain = protocol.view(state);
  const own = configOfRun(config, state);
  const nodes = plain.nodes.map((node) =>
    node.role === undefined ? node : { ...node, by: agentFor(own, protocol.name, node.role) },
  );
  const elsewhere =
    engine.shelve === undefined
      ? []
      : await (await import("../files/documents.ts")).documentsElsewhere(engine, folded);
  const behind = engine.shared
    ? await (await import("../carry/bring.ts")).lackingHere(engine, run, folded)
    : null;
  const here = Object.entries(await engine.workspace.parked(engine.now()));
  const parked = here
    .filter(([agent]) => nodes.some(({ by }) => by === agent))
    .map(
      ([agent, { why }]) =>
        `agent ${agent}: ${why}; nothing is lost and no try is used: \`cairn run\` goes on then`,
    );
  const view = {
    ...plain,
    nodes,
    warnings: [...plain.warnings, ...parked, ...elsewhere, ...(behind === null ? [] : [behind])],
  };
  if (protocol.remarks === undefined || behind !== null) return view;
  const facts = await engine.workspace.facts(
    groundOf(engine, folded),
    protocol.remarks.ask(state),
    engine.now(),
  );
  return { ...view, warnings: [...view.warnings, ...protocol.remarks.of(state, facts)] };
};
