// Waiting gates of a stigmergy project, derived for rules, jobs and views alike.
import { digest } from "../../core/hash.ts";
import { ownOf } from "../../core/json/own.ts";
import type { Digest, Path } from "../../core/row.ts";
import { areTrivial, checksNow } from "./checks-of.ts";
import { allDocs, qaFile, storyIn, windowOf } from "./manifest.ts";
import type { Gate, State } from "./state.ts";
import { workOf } from "./subjects.ts";
import { storyGate } from "./window.ts";

/** Passing requires a person. */
export const mustWait = (state: State, gate: "brief" | "blueprint" | "story"): boolean =>
  (state.autonomy === "supervised" && state.settings.gates.includes(gate)) ||
  (gate === "blueprint" && areTrivial(checksNow(state)));

export const waitingGates = (state: State): readonly Gate[] => {
  if (state.halted !== null) return [];
  if (state.status === "NEEDS_BRIEFING") return state.parts.brief === null ? [] : ["brief"];
  if (state.status === "READY_FOR_EXECUTION") return ["blueprint"];
  if (state.status !== "EXECUTION_IN_PROGRESS") return [];
  const stories = windowOf(state).filter((story) => storyGate(state, story));
  return [
    ...(state.checks === null ? (["blueprint"] as const) : []),
    ...stories.map(({ id }): Gate => `story:${id}`),
  ];
};

type Asked = Pick<State, "refusals" | "asked">;
/** How often its content changed while it waited. */
export const gateChanges = ({ asked }: Pick<State, "asked">, gate: Gate): number =>
  ownOf(asked ?? {}, gate)?.changes ?? 0;

/** The number of a gate's question: a new one is asked after a refusal or a change of its content. */
export const gateNumber = (state: Asked, gate: Gate): number =>
  (ownOf(state.refusals, gate) ?? 0) + gateChanges(state, gate) + 1;

/** A gate named in short means the question that the person saw. */
export const gateSubject = (state: Asked, gate: Gate): string =>
  `${workOf(gate) ?? gate}${gateChanges(state, gate) === 0 ? "" : `-${gateNumber(state, gate)}`}`;

const recorded = (state: State, gate: Gate): Readonly<Record<Path, Digest | null>> => {
  if (gate === "brief") return state.parts.brief ?? {};
  // A QA protocol that no event recorded is shown and counts, too.
  if (gate === "blueprint")
    return {
      ...(state.settings.checks === null ? { [qaFile]: null } : {}),
      ...allDocs(state.parts),
      ...state.pinned,
    };
  const file = storyIn(state, workOf(gate) ?? "")?.file ?? null;
  return file === null ? {} : { [file.path]: file.digest };
};

/** Its files as they were when last looked at. */
export const covered = (state: State, gate: Gate): Readonly<Record<Path, Digest | null>> => {
  const drifted = new Map(state.drift.map((one) => [one.path, one.digest]));
  return Object.fromEntries(
    Object.entries(recorded(state, gate)).map(([path, known]) => {
      const pinned = gate === "blueprint" && Object.hasOwn(state.pinned ?? {}, path);
      const last = pinned ? known : (ownOf(state.found ?? {}, path) ?? known);
      return [path, drifted.get(path) ?? last];
    }),
  );
};

const shown = (state: State, gate: Gate): Digest =>
  digest(
    JSON.stringify([
      Object.entries(covered(state, gate)),
      gate === "blueprint"
        ? [
            checksNow(state),
            state.epics.map(({ id, title, stories }) => [
              id,
              title,
              stories.map((story) => [story.id, story.title]),
            ]),
          ]
        : [],
    ]),
  );

/** A person can't approve unseen content: what a waiting gate shows is remembered, and any change makes a new question. */
export const asking = (state: State): State =>
  waitingGates(state).reduce((now, gate) => {
    const last = ownOf(now.asked ?? {}, gate);
    const present = shown(now, gate);
    if (last?.shown === present) return now;
    const changes = (last?.changes ?? 0) + (last === undefined || last.shown === null ? 0 : 1);
    return { ...now, asked: { ...now.asked, [gate]: { shown: present, changes } } };
  }, state);
