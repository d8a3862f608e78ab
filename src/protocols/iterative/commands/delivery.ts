// Commands of delivery, proved or with a person's reason, and of the archive.
import { dayOf, freeName } from "../../../core/documents/folder-name.ts";
import { always, unlessArchived } from "../../../core/rules/frame.ts";
import { isRefusal, refuse, refuseAll, type Refusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import * as t from "../../../kit/schema.ts";
import { raiseIssues } from "../decider/issues.ts";
import { chain, oversized, phaseWrong, reasonOf, unitUnknown } from "../decider/step.ts";
import * as event from "../events.ts";
import * as s from "../shapes.ts";
import type { State } from "../state.ts";
import { doubtsIn, unproven } from "../summary.ts";
import { archiveFolder, home, unitOf } from "../units.ts";
import { world } from "../world.ts";
import { answering, command } from "./declare.ts";

export const approveDelivery = answering("ApproveDelivery", {
  means: "Approves the work. A reason is required where something isn't proved.",
  data: { reason: t.optional(t.text), ...s.filled },
  ...world.tree,
  decide: (state, { reason, tree = null }) => {
    if (state.phase !== "deliver")
      return phaseWrong(
        state,
        "an approval of the delivery",
        "`cairn status --next` shows what comes before it",
      );
    if (state.delivery !== null) return [];
    const given = reasonOf(reason, false);
    if (isRefusal(given)) return given;
    const { gated } = state.final;
    const lacks = [...unproven(state, tree), ...(gated?.nothing === true ? doubtsIn(gated) : [])];
    if (lacks.length > 0 && given.reason === "")
      return refuse("DELIVERY_UNPROVEN", lacks.join("; "), {
        pointer: "/reason",
        fits: "have it checked again, or approve with a reason: --reason",
      });
    return [
      event.deliveryApproved({ tree, reason: lacks.length > 0 ? given.reason : "", auto: false }),
    ];
  },
});

export const rejectDelivery = answering("RejectDelivery", {
  means: "Rejects the work: with issues, or to have all of it checked again.",
  data: { issues: t.optional(t.list(s.issueInput)), reason: t.optional(t.text) },
  decide: (state, { issues = [], reason }, stamp) => {
    if (state.phase !== "deliver")
      return phaseWrong(
        state,
        "a rejection of the delivery",
        "`cairn status --next` shows what comes before it",
      );
    const given = reasonOf(reason, false);
    if (isRefusal(given)) return given;
    const wrong = issues.flatMap(({ unit = null, problem }, index): readonly Refusal[] => {
      const pointer = `/issues/${index}`;
      const long = oversized("the problem", problem.length, `${pointer}/problem`);
      return [
        ...(problem.trim() === ""
          ? [
              refuse("REASON_MISSING", "an issue wants its problem", {
                pointer: `${pointer}/problem`,
              }),
            ]
          : []),
        ...(unit !== null && unitOf(state, unit) === null ? [unitUnknown(state, unit)] : []),
        ...(long === null ? [] : [long]),
      ];
    });
    const refused = refuseAll(wrong);
    if (refused !== null) return refused;
    const read = issues.map(
      ({ unit = null, severity, type = "", file = null, line = null, problem }) => ({
        unit,
        severity,
        type,
        file,
        line,
        problem: problem.trim(),
      }),
    );
    return chain(state, stamp, [
      () => [
        event.deliveryRejected({ issues: read, reason: given.reason }),
        event.phaseEntered({ phase: "verify" }),
      ],
      ...(read.length === 0 ? [] : [raiseIssues(read, false)]),
    ]);
  },
});

const nameOf = (path: Path): string => path.split("/").at(-1) ?? path;

/** The first free name. `taken`: names in the archive, or paths that end with them. */
export const archivePath = (
  { slug }: Pick<State, "slug">,
  day: string,
  taken: readonly string[],
): Path => {
  const names = taken.map((path) => nameOf(path.replace(/\/+$/u, "")));
  return `${archiveFolder}/${freeName(`${slug}-${day}`, names)}`;
};

/** A cancelled run has no active work, so its new place is recorded immediately if the names in the archive are known. */
export const archive = command("Archive", {
  label: "Archive run",
  means: "Moves the folder of a cancelled run into the archive.",
  data: { taken: t.optional(t.texts) },
  who: ["person"],
  when: unlessArchived,
  ...world.archiving,
  decide: (state, { taken }, { at }) => {
    if (state.ended?.how !== "cancelled")
      return refuse("RUN_LIVE", "the run is not cancelled", {
        fits: "a delivered run goes to the archive by itself",
      });
    const asked = state.archiveAsked ?? at;
    const first = state.archiveAsked === null ? ([event.archiveAsked({})] as const) : [];
    if (taken === undefined) return first;
    return [...first, event.runArchived({ path: archivePath(state, dayOf(asked), taken) })];
  },
});

/** Accepts a path that was free before if it is one of the possible names. */
export const recordArchive = command("RecordArchive", {
  means: "Records the folder's place in the archive.",
  data: { path: t.optional(t.text), taken: t.optional(t.texts) },
  who: ["engine"],
  when: unlessArchived,
  ...world.archiving,
  decide: (state, { path, taken = [] }) => {
    const at = state.delivery?.at ?? state.archiveAsked;
    if (state.archive !== null || at === null)
      return refuse("JOB_UNKNOWN", "nothing is due for the archive", {
        fits: "`cairn status --next` shows what is",
      });
    const day = dayOf(at);
    const forms = new RegExp(
      `^${archiveFolder.replaceAll(".", "\\.")}/${state.slug}-${day}(?:-[2-9]|-[1-9]\\d+)?$`,
      "u",
    );
    const names = taken.map((one) => nameOf(one));
    const free =
      path !== undefined && forms.test(path) && !names.includes(nameOf(path))
        ? path
        : archivePath(state, day, taken);
    return state.delivery === null
      ? [event.runArchived({ path: free })]
      : [event.runArchived({ path: free }), event.phaseEntered({ phase: "complete" })];
  },
});

export const unarchive = command("Unarchive", {
  label: "Unarchive run",
  means: "Moves the folder back from the archive.",
  data: { taken: t.optional(t.texts) },
  who: ["person"],
  when: always,
  ...world.unarchiving,
  decide: (state, { taken = [] }) => {
    if (state.archive === null)
      return refuse("ARCHIVE_MISSING", "the run is not in the archive", {
        fits: "it is where it was",
      });
    if (taken.some((path) => path === state.slug || path === `${home}/${state.slug}`))
      return refuse("FOLDER_TAKEN", `${home}/${state.slug} is there already`, {
        fits: "put that one away first",
      });
    const back = event.runUnarchived({});
    return state.ended?.how === "delivered"
      ? [back, event.phaseEntered({ phase: "deliver" })]
      : [back];
  },
});

/** The record stays, and so do other files in the folder. */
export const dropFiles = command("DropFiles", {
  label: "Remove files",
  means: "Removes the files of an archived run. Its record stays.",
  data: {},
  who: ["person"],
  when: always,
  decide: (state) => {
    if (state.archive === null)
      return refuse("RUN_LIVE", "only the files of a run in the archive are dropped", {
        fits: `a cancelled one: \`cairn archive ${state.slug}\`; a delivered one goes there by itself`,
      });
    return state.filesDropped ? [] : [event.filesDropped({})];
  },
});
