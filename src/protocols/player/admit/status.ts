// Hand edits of the run's status: a file may pause, stop and put away a run; it neither ends it well nor answers for a person.
import { noted, rejection } from "../../../kit/edits/edit-reading.ts";
import { finding, type Part } from "../../../kit/document/part.ts";
import { runWord, runStatus } from "../files/words.ts";
import { isDone, isOver, nodeIds } from "../nodes.ts";
import type { State } from "../state.ts";
import { asking, type EditRead } from "./values.ts";

const isShown = ({ status, archived }: State, word: string): boolean =>
  archived && status === "completed" ? word === "archived" : word === status;

const undone = (state: State): readonly string[] =>
  nodeIds(state).filter((id) => !isDone(state.nodes[id]));

const gated = (state: State, part: Part, to: string): EditRead =>
  rejection(
    part,
    "RUN_GATED",
    to === "failed"
      ? "a run fails by a person's answer, not by a file"
      : `the run is ${state.status}, and only a person takes it up again`,
    to === "failed"
      ? `the node's own status, or \`cairn stop --cancel ${state.run}\``
      : `a person: \`cairn resume ${state.run}${state.status === "paused" ? "" : " --retry"}\``,
  );

/** Judged after all other changes of the file. */
const completed = (part: Part): EditRead => ({
  ...noted,
  then: [
    (after) => {
      const left = undone(after);
      if (left.length === 0 && (after.status === "completed" || !isOver(after))) return [];
      const what =
        left.length === 0
          ? `the run is ${after.status}`
          : `not done yet: ${left.slice(0, 10).join(", ")}`;
      return [
        finding(
          part,
          "RUN_LIVE",
          `the run isn't completed: ${what}`,
          "each node's own end; the run completes by itself",
        ),
      ];
    },
  ],
});

export const statusAsked = (state: State, part: Part): EditRead => {
  const to = part.node.is === "string" ? runWord(part.node.value) : null;
  if (to === null)
    return rejection(
      part,
      "STATUS_UNKNOWN",
      "the run's status is none that a run has",
      runStatus.words.join(", "),
    );
  if (isShown(state, to)) return noted;
  if (state.archived) {
    if (to === "completed" && state.status === "completed")
      return asking(part.pointer, { type: "Unarchive", data: {} });
    return rejection(
      part,
      "RUN_ARCHIVED",
      "the run is archived: its files tell what was",
      `a person: \`cairn archive --back ${state.run}\``,
    );
  }
  if (to === "failed" || to === "running") return gated(state, part, to);
  if (to === "paused") return asking(part.pointer, { type: "Pause", data: {} });
  if (to === "aborted")
    return asking(part.pointer, { type: "Cancel", data: { reason: "its file says so" } });
  return to === "archived" ? asking(part.pointer, { type: "Archive", data: {} }) : completed(part);
};
