// When what the roles left may land: documents once they are recorded, the stories' work once all of it was checked and judged together.
import { ownOf } from "../../core/json/own.ts";
import type { Digest, Recorded } from "../../core/row.ts";
import { auditKey } from "./jobs/keys.ts";
import { isListed, storiesOf, windowOf } from "./manifest.ts";
import type { StigmergyEvent } from "./events.ts";
import type { Part, State, Story, Subject } from "./state.ts";
import { tallyOf } from "./subjects.ts";

const isOpen = ({ status, started }: Story): boolean => started !== null && status !== "COMPLETE";

/** The end of a story covers all work up to then; later work of a responder is covered by the next end. */
const isAnswered = ({ epics, issues }: State): boolean => {
  const last = storiesOf({ epics }).reduce(
    (latest, { completedAt }) =>
      completedAt !== null && completedAt > latest ? completedAt : latest,
    "",
  );
  return issues.every(({ at, taken }) => (taken?.at ?? at) <= last);
};

/** Unfinished writing: its last attempt gave no result. */
const isTried = (state: State, subject: Subject): boolean => {
  const { strikes, slip, questions } = tallyOf(state, subject);
  return strikes.length > 0 || slip !== undefined || questions > 0;
};

const parts: readonly Part[] = ["brief", "prd", "ux", "architecture"];
const halfWritten = (state: State): boolean =>
  parts.some((part) => state.parts[part] === null && isTried(state, part)) ||
  (!isListed(state) && isTried(state, "manifest")) ||
  windowOf(state).some(({ id, file }) => file === null && isTried(state, `story-file:${id}`)) ||
  state.epics.some(
    ({ id, audit }) => audit === "due" && ownOf(state.attempts, auditKey(id)) !== undefined,
  );

/** The new base for detecting changes outside of stories. */
export const based = (tree: Digest): Pick<State, "base" | "whole"> => ({ base: tree, whole: tree });

/** A person must accept a changed blueprint first, except in a complete project. */
const isDrifting = ({ drift, status }: State): boolean =>
  drift.length > 0 && status !== "PROJECT_COMPLETE";

export const lands = (state: State): boolean =>
  !storiesOf(state).some(isOpen) && isAnswered(state) && !halfWritten(state) && !isDrifting(state);

export const gathers = "project";

const works: ReadonlySet<StigmergyEvent["type"]> = new Set([
  "BriefFinished",
  "PrdFinished",
  "UxFinished",
  "ArchitectureFinished",
  "StoryFileRecorded",
  "WorkFinished",
  "AuditFinished",
]);
export const worked = ({ type }: Recorded<StigmergyEvent>): string | null =>
  works.has(type) ? gathers : null;
