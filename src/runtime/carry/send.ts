// Push of a run's commits to the remote, before an event names them, so that other machines can get them.
import type { Recorded } from "../../core/row.ts";
import { isWorkEvent } from "../../landing/events.ts";
import { siteOf } from "../../landing/site.ts";
import type { Engine } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { placeSite } from "../landing/where.ts";
import { remoteOf } from "./remote.ts";

const namedIn = (event: Recorded): readonly string[] => {
  if (!isWorkEvent(event)) return [];
  if (event.type === "BaseSet") return [event.data.base.commit];
  if (event.type === "WorkTaken" || event.type === "WorkJoined") return [event.data.work.commit];
  return event.type === "WorkMerged" ? [event.data.merged.commit] : [];
};

/** Pushes landed work at the merge. Fault REMOTE_FAILED: then nothing is recorded. */
export const sendNamed = async (
  engine: Engine,
  run: string,
  to: Folded,
  events: readonly Recorded[],
): Promise<void> => {
  const remote = remoteOf(engine);
  const commits = remote === null ? [] : events.flatMap(namedIn);
  if (remote === null || commits.length === 0 || siteOf(to.state) === null) return;
  await (await engine.workspace.places()).send(placeSite(engine, run, to), remote, commits);
};
