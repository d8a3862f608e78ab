// Why: a run is paused, stopped and put away by people, and each leaves its mark in the history.
import { isRefusal, refuse } from "../../../core/refusal.ts";
import { archiveFolder } from "../manifest.ts";
import type { State } from "../state.ts";
import { mark } from "./marks.ts";
import { type Decide, type Decided, reasonOf, statusWrong } from "./step.ts";

export const pause: Decide<"Pause"> = (state, _data, stamp): Decided =>
  state.life === "paused"
    ? []
    : [
        {
          type: "Paused",
          data: {
            entry: mark(state, stamp, {
              signal: "PROJECT_PAUSED",
              summary: "Nothing new starts until it goes on.",
            }),
          },
        },
      ];

export const resume: Decide<"Resume"> = (state, _data, stamp): Decided =>
  state.life === "paused"
    ? [
        {
          type: "Resumed",
          data: {
            entry: mark(state, stamp, { signal: "PROJECT_RESUMED", summary: "It goes on." }),
          },
        },
      ]
    : [];

export const cancel: Decide<"Cancel"> = (state, data, stamp): Decided => {
  if (state.life === "cancelled") return [];
  if (state.status === "PROJECT_COMPLETE")
    return statusWrong(state, "cancelling", "it is complete already");
  const given = reasonOf(data.reason, false);
  if (isRefusal(given)) return given;
  const summary =
    given.reason === "" ? "The project is cancelled." : `The project is cancelled: ${given.reason}`;
  return [
    {
      type: "Cancelled",
      data: {
        reason: given.reason,
        entry: mark(state, stamp, { signal: "PROJECT_CANCELLED", summary }),
      },
    },
  ];
};

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

export const archive: Decide<"Archive"> = (state, data, stamp): Decided => {
  if (state.status !== "PROJECT_COMPLETE" && state.life !== "cancelled")
    return refuse("RUN_LIVE", "the project is not over", {
      fits: "once it is complete, or cancelled",
    });
  const to = archivePath(state, stamp.at, data.taken ?? []);
  return [
    {
      type: "Archived",
      data: {
        to,
        entry: mark(state, stamp, {
          signal: "PROJECT_ARCHIVED",
          summary: `The state file moves to ${to}.`,
        }),
      },
    },
  ];
};
