// Node states of an adopted session: claims without evidence, gaps filled with defaults.
import type { Digest, Path } from "../../../core/row.ts";
import { freshCheckpoint, freshWork } from "../evolve/change.ts";
import { byteLength } from "../limits.ts";
import { runRelative, outputFile } from "../place.ts";
import type { CheckpointState, NodeId, Output, WorkState } from "../state.ts";
import { keptOutput } from "../template/kept-output.ts";
import type { SeenNode } from "./node.ts";

export type Around = {
  readonly session: string;
  readonly files: Readonly<Record<Path, string>>;
  readonly digests: Readonly<Record<Path, Digest>>;
};

/** An existing output file stays its author's. */
const outputOf = ({ files, digests }: Around, id: NodeId): Output | null => {
  const path = outputFile(id);
  const text = files[path];
  return text === undefined || text === ""
    ? null
    : {
        text: keptOutput(text),
        digest: digests[path] ?? null,
        bytes: byteLength(text),
        by: "agent",
      };
};

const doubt = (seen: SeenNode): string | null => {
  if (seen.strange !== null)
    return `its status was ${JSON.stringify(seen.strange)}, which nobody knows`;
  const said = /^in doubt: (?<why>[^]*)$/u.exec(seen.error ?? "")?.groups?.["why"];
  return seen.status === "running" ? (said ?? null) : null;
};

export const workFound = (seen: SeenNode, around: Around, task: string | null): WorkState => {
  const { status, startedAt, completedAt, session, outputPath, artifacts, error } = seen;
  if (status === "pending") return freshWork;
  const why = doubt(seen);
  const ended = status === "completed" || status === "failed";
  return {
    ...freshWork,
    status,
    attempt: 1,
    doubt: why,
    session,
    outputPath: outputPath === null ? null : runRelative(around.session, outputPath),
    artifacts: artifacts.map((path) => runRelative(around.session, path)),
    error: why === null ? error : null,
    task,
    output: ended ? outputOf(around, seen.id) : null,
    startedAt,
    completedAt,
  };
};

/** Passed or not: an open checkpoint is asked anew, never treated as answered. */
export const checkpointFound = ({ status, savedAt }: SeenNode): CheckpointState =>
  status === "completed"
    ? { is: "checkpoint", status: "completed", saved: 1, savedAt }
    : { ...freshCheckpoint, savedAt };
