// Why: work is delivered when it is proved, or when a person says why it is taken unproved; its folder then goes to the archive whole.
import { isRefusal, refuse, refuseAll, type Refusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import type { State } from "../state.ts";
import { doubtsIn } from "../summary.ts";
import { archiveFolder, home, unitOf } from "../units.ts";
import { raiseIssues } from "./issues.ts";
import { dayOf } from "./run.ts";
import {
  chain,
  type Decide,
  type Decided,
  oversized,
  phaseWrong,
  reasonOf,
  unitUnknown,
} from "./step.ts";

/** What is not proved on this tree, a sentence each. */
export const unproven = (state: State, tree: string | null): readonly string[] => {
  const { gate, review, accepted } = state.final;
  const undone = state.units.filter(({ stage }) => stage !== "settled").map(({ id }) => id);
  return [
    ...(undone.length === 0 ? [] : [`not done: ${undone.join(", ")}`]),
    ...(gate === null
      ? ["the final gate has not run"]
      : gate.red.length > 0
        ? [`the final gate is red: ${gate.red.join(", ")}`]
        : tree === null || gate.tree !== tree
          ? ["the work has changed since the final gate"]
          : []),
    ...(review?.verdict === "REVIEW_PASS" || accepted !== null ? [] : ["no review has passed"]),
  ];
};

export const approveDelivery: Decide<"ApproveDelivery"> = (
  state,
  { reason, tree = null },
): Decided => {
  if (state.phase !== "deliver")
    return phaseWrong(
      state,
      "an approval of the delivery",
      "`cairn next` shows what comes before it",
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
    {
      type: "DeliveryApproved",
      data: { tree, reason: lacks.length > 0 ? given.reason : "", auto: false },
    },
  ];
};

export const rejectDelivery: Decide<"RejectDelivery"> = (
  state,
  { issues = [], reason },
  stamp,
): Decided => {
  if (state.phase !== "deliver")
    return phaseWrong(
      state,
      "a rejection of the delivery",
      "`cairn next` shows what comes before it",
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
      { type: "DeliveryRejected", data: { issues: read, reason: given.reason } },
      { type: "PhaseEntered", data: { phase: "verify" } },
    ],
    ...(read.length === 0 ? [] : [raiseIssues(read, false)]),
  ]);
};

const nameOf = (path: Path): string => path.split("/").at(-1) ?? path;

/** The first name that is free; `taken`: names in the archive, or paths that end with them. */
export const archivePath = (
  { slug }: Pick<State, "slug">,
  day: string,
  taken: readonly string[],
): Path => {
  const names = new Set(taken.map((path) => nameOf(path.replace(/\/+$/u, ""))));
  const first = `${slug}-${day}`;
  let name = first;
  for (let n = 2; names.has(name); n += 1) name = `${first}-${n}`;
  return `${archiveFolder}/${name}`;
};

/** Nobody works on a cancelled run any more, so its folder's new place is settled at once where the archive's names are known. */
export const archive: Decide<"Archive"> = (state, { taken }, { at }): Decided => {
  if (state.ended?.how !== "cancelled")
    return refuse("RUN_LIVE", "the run is not cancelled", {
      fits: "a delivered run goes to the archive by itself",
    });
  const asked = state.archiveAsked ?? at;
  const first = state.archiveAsked === null ? ([{ type: "ArchiveAsked", data: {} }] as const) : [];
  if (taken === undefined) return first;
  return [
    ...first,
    { type: "RunArchived", data: { path: archivePath(state, dayOf({ at: asked }), taken) } },
  ];
};

/** A path that was told free before is taken at its word, as long as it is one of those. */
export const recordArchive: Decide<"RecordArchive"> = (state, { path, taken = [] }): Decided => {
  const at = state.delivery?.at ?? state.archiveAsked;
  if (state.archive !== null || at === null)
    return refuse("JOB_UNKNOWN", "nothing is due for the archive", {
      fits: "`cairn next` shows what is",
    });
  const day = dayOf({ at });
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
    ? [{ type: "RunArchived", data: { path: free } }]
    : [
        { type: "RunArchived", data: { path: free } },
        { type: "PhaseEntered", data: { phase: "complete" } },
      ];
};

export const unarchive: Decide<"Unarchive"> = (state, { taken = [] }): Decided => {
  if (state.archive === null)
    return refuse("ARCHIVE_MISSING", "the run is not in the archive", {
      fits: "it is where it was",
    });
  if (taken.some((path) => path === state.slug || path === `${home}/${state.slug}`))
    return refuse("FOLDER_TAKEN", `${home}/${state.slug} is there already`, {
      fits: "put that one away first",
    });
  const back = { type: "RunUnarchived", data: {} } as const;
  return state.ended?.how === "delivered"
    ? [back, { type: "PhaseEntered", data: { phase: "deliver" } }]
    : [back];
};

/** The record stays; what else lies in the folder is somebody's. */
export const dropFiles: Decide<"DropFiles"> = (state): Decided => {
  if (state.archive === null)
    return refuse("RUN_LIVE", "only the files of a run in the archive are dropped", {
      fits: `a cancelled one: \`cairn archive ${state.slug}\`; a delivered one goes there by itself`,
    });
  return state.filesDropped ? [] : [{ type: "FilesDropped", data: {} }];
};
