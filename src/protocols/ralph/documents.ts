// The documents of a run: the PRD, into which the engine splices, and the progress file, to which it appends.
import { logFold } from "../../kit/log-fold.ts";
import { howMany } from "../../core/words/how-many.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Command } from "../../core/protocol.ts";
import type { Recorded } from "../../core/row.ts";
import { second } from "../../core/words/seconds.ts";
import { isGreen } from "../../core/checks/recheck.ts";
import type { Edited, RunDocument } from "../../kit/documents.ts";
import { filesOf } from "../../work/from-document.ts";
import { jobBegun, unitReturned, workClaimed } from "../../work/events/jobs.ts";
import { checksRecorded, verdictRecorded } from "../../work/events/proofs.ts";
import { runAdopted, runStarted } from "../../work/events/run.ts";
import { unitDone } from "../../work/events/units.ts";
import type { Work } from "../../work/work.ts";
import { prdFile, progressFiles } from "./around.ts";
import { lessonsRecorded, prdRefused, progressEdited } from "./changes.ts";
import { ownOf, place, prdText } from "./own.ts";
import { differences, type Prd, prdIn } from "./prd.ts";
import { editOf, type Entry, newProgress, withEdit, withEntry } from "./progress.ts";

type Document = RunDocument<Work>;

/** The progress file so far, and what is known of the pass that is under way. */
type Progress = {
  readonly text: string;
  readonly said: Pick<Entry, "summary" | "learnings" | "patterns">;
  readonly passed: string;
};
const nothing = {
  said: { summary: "(no report)", learnings: [], patterns: [] },
  passed: "passed (by a person's word)",
};
const entry = ({ text, said }: Progress, at: string, story: string, result: string): Progress => ({
  text: withEntry(text, { at: second(at), story, ...said, result }),
  ...nothing,
});
const returned = (kind: string, reason: string): string =>
  `${kind === "checks" ? "checks red: " : ""}${reason.split("\n", 1)[0] ?? ""}`;
const shortTree = (tree: string | null): string => (tree ?? "no tree").slice(0, 7);
const checked = (green: number, tree: string | null): string =>
  `${green === 0 ? "no check" : `${howMany(green, "check")} green`} on ${shortTree(tree)}`;

const progressOf = logFold<Recorded, Progress>(
  () => ({ text: "", ...nothing }),
  (so, event) => {
    const { at } = event;
    if (runStarted.is(event)) return { ...so, text: newProgress(second(at)) };
    if (runAdopted.is(event)) {
      const { progress } = ownOf({ more: event.data.found.more });
      return { ...so, text: progress || newProgress(second(at)) };
    }
    if (jobBegun.is(event)) return event.data.stage === "work" ? { ...so, ...nothing } : so;
    if (lessonsRecorded.is(event)) return { ...so, said: { ...so.said, ...event.data } };
    if (workClaimed.is(event))
      return {
        ...so,
        said: { ...so.said, summary: event.data.summary },
        passed: checked(0, null),
      };
    if (checksRecorded.is(event)) {
      const { shared = [], tree } = event.data;
      return { ...so, passed: checked(shared.filter(isGreen).length, tree) };
    }
    if (verdictRecorded.is(event)) {
      const { verdict, judgements } = event.data;
      const met = `${judgements.length} of ${howMany(judgements.length, "criterion", "criteria")} met`;
      return verdict === "PASS" ? { ...so, passed: `passed (${so.passed}, ${met})` } : so;
    }
    if (unitReturned.is(event)) {
      const { unit, kind, reason, spent } = event.data;
      return spent ? entry(so, at, unit, returned(kind, reason)) : so;
    }
    if (unitDone.is(event)) return entry(so, at, event.data.unit, so.passed);
    return progressEdited.is(event) ? { ...so, text: withEdit(so.text, event.data) } : so;
  },
);

const stale = refuse(
  "EDIT_UNQUIET",
  "the file was written anew since the copy that was edited: what the edit means can't be told",
  { fits: "the same edit, made in the file as it stands now" },
);
/** Number of differences between two PRDs. */
const distance = (a: Prd, b: Prd): number =>
  Object.values(differences(a, b)).reduce((sum, list) => sum + list.length, 0);
/** Made from what was last written there, which the state has left since. */
const isStale = (state: Work, { text, before }: Edited): boolean => {
  const edited = prdIn(text);
  const stands = prdText(state);
  return before !== stands && distance(prdIn(before), edited) < distance(prdIn(stands), edited);
};

const prd: Document = {
  names: [prdFile],
  path: (state) => ownOf(state).files.prd,
  write: prdText,
  edited: (state, edit): readonly Command[] | Refusal => {
    if (edit.text === prdText(state)) return [];
    const isRead = prdRefused(edit.path, edit.text) === null;
    return isRead && isStale(state, edit)
      ? stale
      : [{ type: "EditPrd", data: { text: edit.text } }];
  },
};
const progress: Document = {
  names: progressFiles,
  path: (state) => ownOf(state).files.progress,
  write: (_state, log) => progressOf(log).text,
  edited: (_state, { path, before, text }, log) => {
    // What was taken and not written anew since, by whichever process, isn't added again.
    const now = editOf(path, progressOf(log).text, text);
    const edit = isRefusal(now) ? editOf(path, before, text) : now;
    if (isRefusal(edit)) return edit;
    return edit.head === null && edit.added === "" ? [] : [{ type: "EditProgress", data: edit }];
  },
};
export const { owns, ...files } = filesOf([prd, progress], place);
