// Child runs: paused, resumed and ended with their parent, with or without a runner.
import { isOver } from "../../core/over.ts";
import type { Sender } from "../../core/protocol.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { Engine } from "../engine.ts";
import { pagesOf, recorded } from "../fold.ts";
import type { DoorParts } from "../runner-parts.ts";

export const asParent = (run: string): Sender => ({ kind: "parent", name: run });

/** Child runs that aren't over. A child's origin begins with its parent's id. */
export const liveChildren = ({ ledger }: Engine, run: string): Promise<readonly Card[]> =>
  ledger.runs({ parent: run, life: ["live", "paused"] });

/** A child that a person paused is only resumed by a person. */
const pausedByParent = async (engine: Engine, run: string): Promise<boolean> => {
  let last: Sender["kind"] | null = null;
  for await (const rows of pagesOf(engine.ledger, run, 0)) {
    for (const row of rows) {
      const { kind } = recorded(row).by;
      if (kind === "person" || kind === "parent") last = kind;
    }
  }
  return last === "parent";
};

/** Brings all live descendants of a run to its own state. Returns those ended because they are no longer needed. */
export const followDown = async (parts: DoorParts, run: string): Promise<readonly string[]> => {
  const { engine, folds, door } = parts;
  // First, because most runs have no children, and this follows every send.
  const children = await liveChildren(engine, run);
  const folded = children.length === 0 ? null : await folds.newest(run);
  if (folded === null) return [];
  const { protocol, state } = folded;
  const life = protocol.life(state);
  const wanted = new Set(
    protocol.jobs(state).flatMap(({ child }) => (child === undefined ? [] : [child.origin])),
  );
  const ended: string[] = [];
  for (const card of children) {
    const verbs = (await engine.protocol(card.protocol))?.verbs ?? {};
    const unwanted = isOver(life) || card.origin === null || !wanted.has(card.origin);
    const resumes =
      life === "live" &&
      card.life === "paused" &&
      (unwanted || (await pausedByParent(engine, card.run)));
    const verb = unwanted
      ? "cancel"
      : life === "paused" && card.life === "live"
        ? "pause"
        : resumes
          ? "resume"
          : null;
    const type = verb === null ? undefined : verbs[verb];
    if (type === undefined) continue;
    const sent = await door({
      run: card.run,
      said: [{ command: { type, data: {} }, by: asParent(run) }],
    });
    if (isRefusal(sent)) continue;
    if (unwanted) ended.push(card.run);
    ended.push(...(await followDown(parts, card.run)));
  }
  return ended;
};
