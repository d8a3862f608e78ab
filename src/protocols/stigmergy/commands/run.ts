// Commands of a run's life, and of what changes no status: notes, names, and unknown keys.
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { command } from "./declare.ts";
import { dayOf, freeName, kebab } from "../../../core/documents/folder-name.ts";
import { unlessArchived } from "../../../core/rules/frame.ts";
import { isRefusal, refuse } from "../../../core/refusal.ts";
import { archiveFolder } from "../manifest.ts";
import { mark } from "../decider/marks.ts";
import { oversized, reasonOf, statusWrong } from "../decider/step.ts";
import { editEntry, editEntryFields, entries, moreExtras } from "../shapes.ts";
import { anybody } from "../../../core/sender.ts";
import type { Entries } from "../../../kit/document/extras.ts";
import { extrasSize } from "../../../kit/document/unknown-keys.ts";
import { givenEntry, pathsSize } from "../entries.ts";
import { extrasLimit, nameLimit, pathsLimit, summaryLimit } from "../limits.ts";

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
    const name = `${kebab(state.name, 40) || "project"}-${dayOf(stamp.at)}`;
    const to = `${archiveFolder}/${freeName(name, data.taken ?? [])}`;
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

export const recordAction = command("RecordAction", {
  means: "Adds an entry to the history.",
  data: editEntryFields,
  who: anybody,
  when: unlessArchived,
  decide: (state, data, stamp) => {
    if (data.agent.trim() === "" || data.summary.trim() === "")
      return refuse("ENTRY_INCOMPLETE", "an entry says who did what", {
        fits: "agent_id and summary",
      });
    const long =
      oversized("the summary", data.summary.length, "/summary", summaryLimit) ??
      oversized("the agent's id", data.agent.length, "/agent", nameLimit) ??
      oversized("the signal", data.signal?.length ?? 0, "/signal", nameLimit) ??
      oversized("the list of files", pathsSize(data.files ?? []), "/files", pathsLimit);
    return long ?? [event.actionRecorded({ entry: givenEntry(state, stamp, data) })];
  },
});

export const renameProject = command("RenameProject", {
  means: "Renames the project.",
  data: { name: t.text, entry: editEntry },
  who: ["person", "file"],
  when: unlessArchived,
  decide: (state, { name, entry: given }, stamp) => {
    const wanted = name.trim();
    if (wanted === "" || wanted.length > nameLimit)
      return refuse("FIELD_INVALID", "the project has no name, or one that is too long", {
        pointer: "/name",
        fits: `1 to ${nameLimit} characters`,
      });
    if (wanted === state.name) return [];
    const entry = mark(state, stamp, {
      signal: "PROJECT_RENAMED",
      summary: `The project is called ${wanted} now.`,
      given,
    });
    return [event.projectRenamed({ name: wanted, entry })];
  },
});

type Kept = { readonly pointer: string; readonly value: Entries };

/** One edit is one change, however many objects it affects. */
export const keepExtras = command("KeepExtras", {
  means: "Keeps keys of the state file that the rules do not know.",
  data: {
    file: t.text,
    pointer: t.text,
    value: t.means("unknown keys as [key, JSON text]", entries),
    more: t.means("of other objects of the file", moreExtras),
    entry: editEntry,
  },
  who: ["file"],
  when: unlessArchived,
  decide: (state, { file, pointer, value, more = [], entry: given }, stamp) => {
    const objects: readonly Kept[] = [{ pointer, value }, ...more];
    const long = objects.find((one) => extrasSize(one.value) > extrasLimit);
    if (long !== undefined)
      return refuse(
        "FIELD_OVERSIZED",
        `the unknown keys at ${long.pointer === "" ? "the top" : long.pointer} are longer than ${extrasLimit} characters`,
        { pointer: long.pointer, fits: "a file of their own" },
      );
    const kept = new Map(
      state.extras.filter((one) => one.file === file).map((one) => [one.pointer, one.entries]),
    );
    const [first, ...rest] = objects.filter((one) => {
      const before = kept.get(one.pointer) ?? [];
      return JSON.stringify(before) !== JSON.stringify(one.value);
    });
    if (first === undefined) return [];
    const where = `${first.pointer === "" ? "at the top" : `at ${first.pointer}`}${rest.length === 0 ? "" : ` and ${rest.length} more`}`;
    const keys = [...new Set([first, ...rest].flatMap((one) => one.value.map(([key]) => key)))]
      .slice(0, 20)
      .join(", ");
    const entry = mark(state, stamp, {
      signal: "NOTE",
      summary: `Other keys ${where} of the state file are kept: ${keys || "none"}`,
      given,
    });
    const others = rest.map((one) => ({ pointer: one.pointer, value: one.value }));
    const data = {
      file,
      pointer: first.pointer,
      value: first.value,
      ...(others.length === 0 ? {} : { more: others }),
      entry,
    };
    return [event.extrasKept(data)];
  },
});
