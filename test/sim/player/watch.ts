// Invariants of a player run, checked throughout its simulation.
import { fits } from "../../../src/kit/findings.ts";
import { isDeepStrictEqual } from "node:util";
import type { Recorded } from "../../../src/core/row.ts";
import { player } from "../../../src/protocols/player/index.ts";
import type { Schema } from "../../../src/kit/schema.ts";
import { allEvents, type PlayerEvent } from "../../../src/protocols/player/events.ts";
import { isDone, workNode, workState } from "../../../src/protocols/player/nodes.ts";
import type { NodeState, State } from "../../../src/protocols/player/state.ts";
import { ownDone, workDone } from "../placed.ts";
import { Broken, insist, makeWatch } from "../watch.ts";
import type { Around, Rules, Watch } from "../watch.ts";

export type PlayerWatch = Watch & {
  /** By run; the story's own run is the first. */
  readonly states: ReadonlyMap<string, readonly State[]>;
  state(run?: string): State | null;
};

const schemas = new Map<string, Schema>(allEvents.map(({ type, schema }) => [type, schema]));
const isPlayerEvent = (event: Recorded): event is Recorded<PlayerEvent> => {
  const schema = schemas.get(event.type);
  return schema !== undefined && fits(schema, event.data);
};

type Moment = {
  readonly event: Recorded<PlayerEvent>;
  readonly before: State;
  readonly after: State;
  readonly around: Around;
};

/** All batches before that of the node are wholly done. */
const isReached = (state: State, id: string): boolean => {
  const index = state.plan.findIndex(({ nodes }) => nodes.includes(id));
  return (
    index >= 0 &&
    state.plan.slice(0, index).every(({ nodes }) => nodes.every((one) => isDone(state.nodes[one])))
  );
};

const judgeStart = ({ event, before, around }: Moment, begun: Set<string>): void => {
  if (event.type === "NodeStarted") {
    const { node, attempt } = event.data;
    const known = workState(before, node);
    insist(!begun.has(`${node} ${attempt}`), () => `attempt ${attempt} of ${node} began twice`);
    begun.add(`${node} ${attempt}`);
    insist(known?.status === "pending", () => `${node} began while it was ${known?.status}`);
    insist(before.status === "running", () => `${node} began while the run was ${before.status}`);
    insist(isReached(before, node), () => `${node} began before what it follows was done`);
  }
  if (event.type === "NodeFinished" || event.type === "NodeFailed") {
    const { node, attempt } = event.data;
    const known = workState(before, node);
    insist(
      known?.status === "running" && known.attempt === attempt,
      () => `${node} ended in attempt ${attempt}, which wasn't running`,
    );
    const held = known?.hosted === true && known.doubt === null;
    insist(
      !held || event.by.kind === "engine" || event.by.kind === "agent",
      () => `${node} is held, and was ended by a ${event.by.kind}`,
    );
  }
  if (event.type === "NodeDoubted") {
    const key = event.cause.split("/")[1] ?? "";
    insist(
      !around.isFinished(key),
      () => `${key} is in doubt, though its host had written how it ended`,
    );
  }
};

const judgeAnswer = ({ event, before }: Moment): void => {
  const isPerson = event.by.kind === "person";
  if (event.type === "CheckpointSaved") {
    insist(
      before.status === "running",
      () => `${event.data.checkpoint} was saved while the run was ${before.status}`,
    );
    insist(
      isReached(before, event.data.checkpoint),
      () => `${event.data.checkpoint} was saved before it was reached`,
    );
  }
  if (event.type === "CheckpointPassed" && !event.data.auto)
    insist(isPerson, () => `${event.data.checkpoint} was opened by a ${event.by.kind}`);
  if (event.type === "CheckpointPassed" && event.data.auto) {
    const body = before.template.body?.nodes.find(({ id }) => id === event.data.checkpoint);
    insist(
      body !== undefined && "autoContinue" in body && body.autoContinue,
      () => `${event.data.checkpoint} passed by itself`,
    );
  }
  if (event.type === "NodeAccepted" || event.type === "RunFailed" || event.type === "RunRolledBack")
    insist(isPerson, () => `${event.type} came from a ${event.by.kind}`);
  if ((event.type === "NodeSkipped" || event.type === "NodeRetried") && !event.data.auto)
    insist(isPerson, () => `${event.type} of ${event.data.node} came from a ${event.by.kind}`);
  if (event.type === "NodeSkipped" && event.data.auto)
    insist(
      workNode(before, event.data.node)?.onFail === "skip",
      () => `${event.data.node} was skipped, and its on_fail isn't skip`,
    );
};

const statuses = (nodes: Readonly<Record<string, NodeState>>, apart: string): readonly string[] =>
  Object.entries(nodes)
    .filter(([id]) => id !== apart)
    .map(([id, { status }]) => `${id} ${status === "running" ? "pending" : status}`);

const judgeState = ({ event, before, after, around }: Moment): void => {
  if (event.type === "EditRefused")
    insist(
      around.isEdit(event.data.digest),
      () => `${event.data.path} was refused as an edit, and nobody edited it`,
    );
  if (event.type === "RunCompleted")
    insist(
      Object.values(after.nodes).every(isDone),
      () => "it is completed, and some of its nodes aren't",
    );
  if (event.type === "RunRolledBack") {
    const { checkpoint } = event.data;
    const snapshot = before.snapshots[checkpoint];
    insist(
      snapshot !== undefined &&
        isDeepStrictEqual(statuses(after.nodes, checkpoint), statuses(snapshot.nodes, checkpoint)),
      () => `going back to ${checkpoint} didn't bring its states back`,
    );
    insist(
      after.nodes[checkpoint]?.status === "pending" && after.status === "paused",
      () => `${checkpoint} isn't to be asked anew`,
    );
  }
  insist(
    after.lastCheckpoint === null || after.snapshots[after.lastCheckpoint] !== undefined,
    () => "the last checkpoint has no snapshot",
  );
  for (const [id, node] of Object.entries(before.nodes)) {
    const now = after.nodes[id];
    if (node.is !== "work" || now?.is !== "work") continue;
    insist(now.attempt >= node.attempt, () => `${id} has fewer attempts than before`);
    const keeps =
      event.type === "RunRolledBack" ||
      now.status === node.status ||
      (node.status !== "completed" && node.status !== "skipped");
    insist(keeps, () => `${id} was ${node.status}, and is ${now.status} by ${event.type}`);
  }
};

export const makePlayerWatch = (note: (text: string) => void): PlayerWatch => {
  const states = new Map<string, State[]>();
  const rulesOf = (_protocol: string, run: string, around: Around): Rules => {
    const own: State[] = [];
    const begun = new Set<string>();
    states.set(run, own);
    return {
      protocol: "player",
      states: own,
      add(event) {
        const before = own.at(-1) ?? null;
        const landed = workDone(player, before, event);
        if (landed !== null) {
          own.push(landed);
          return;
        }
        if (!isPlayerEvent(event)) throw new Broken(`${event.type} is no event of the player`);
        const after = ownDone(player, before, event);
        own.push(after);
        if (before === null) return;
        const moment = { event, before, after, around };
        judgeStart(moment, begun);
        judgeAnswer(moment);
        judgeState(moment);
      },
    };
  };
  const watch = makeWatch(note, rulesOf);
  const first = (): string => watch.accounts.keys().next().value ?? "";
  return { ...watch, states, state: (run = first()) => states.get(run)?.at(-1) ?? null };
};
