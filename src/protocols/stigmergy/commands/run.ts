// Why: a run is paused, stopped and put away by people, and each leaves its mark in the history.
import { command } from "./declare.ts";
import { unlessArchived } from "../../../core/frame.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { isRefusal, refuse } from "../../../core/refusal.ts";
import { archiveFolder } from "../manifest.ts";
import type { State } from "../state.ts";
import { mark } from "../decider/marks.ts";
import { reasonOf, statusWrong } from "../decider/step.ts";

export const pause = command("Pause", {
  means: "Starts nothing new. What is under way ends and is recorded.",
  data: {},
  who: ["person", "parent"],
  decide: (state, _data, stamp) =>
    state.life === "paused"
      ? []
      : [
          event.paused({
            entry: mark(state, stamp, {
              signal: "PROJECT_PAUSED",
              summary: "Nothing new starts until it goes on.",
            }),
          }),
        ],
});

export const resume = command("Resume", {
  means: "Resumes a paused run.",
  data: {},
  who: ["person", "parent"],
  decide: (state, _data, stamp) =>
    state.life === "paused"
      ? [
          event.resumed({
            entry: mark(state, stamp, { signal: "PROJECT_RESUMED", summary: "It goes on." }),
          }),
        ]
      : [],
});

export const cancel = command("Cancel", {
  label: "Cancel run",
  means: "Ends the run for good.",
  data: { reason: t.optional(t.text) },
  who: ["person", "parent"],
  decide: (state, data, stamp) => {
    if (state.life === "cancelled") return [];
    if (state.status === "PROJECT_COMPLETE")
      return statusWrong(state, "cancelling", "it is complete already");
    const given = reasonOf(data.reason, false);
    if (isRefusal(given)) return given;
    const summary =
      given.reason === ""
        ? "The project is cancelled."
        : `The project is cancelled: ${given.reason}`;
    return [
      event.cancelled({
        reason: given.reason,
        entry: mark(state, stamp, { signal: "PROJECT_CANCELLED", summary }),
      }),
    ];
  },
});

const slugOf = (name: string): string => {
  const slug = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .slice(0, 40)
    .replaceAll(/^-+|-+$/gu, "");
  return slug === "" ? "project" : slug;
};

/** `.ai/archive/<slug>-<yyyymmdd>[-n]`, dated in UTC. */
const archivePath = (
  { name }: Pick<State, "name">,
  at: string,
  taken: readonly string[],
): string => {
  const wanted = `${slugOf(name)}-${at.slice(0, 10).replaceAll("-", "")}`;
  const free = (n: number): string => {
    const one = n === 1 ? wanted : `${wanted}-${n}`;
    return taken.includes(one) ? free(n + 1) : one;
  };
  return `${archiveFolder}/${free(1)}`;
};

export const archive = command("Archive", {
  label: "Archive run",
  means: "Moves the state file of a run that is over into the archive.",
  data: { taken: t.optional(t.texts) },
  who: ["person"],
  when: unlessArchived,
  ask: () => ({ names: [archiveFolder] }),
  fill: (_data, { names }) => ({ taken: names?.[archiveFolder] ?? [] }),
  filled: ["taken"],
  decide: (state, data, stamp) => {
    if (state.status !== "PROJECT_COMPLETE" && state.life !== "cancelled")
      return refuse("RUN_LIVE", "the project is not over", {
        fits: "once it is complete, or cancelled",
      });
    const to = archivePath(state, stamp.at, data.taken ?? []);
    return [
      event.archived({
        to,
        entry: mark(state, stamp, {
          signal: "PROJECT_ARCHIVED",
          summary: `The state file moves to ${to}.`,
        }),
      }),
    ];
  },
});
