// The documents of a run: the PRD, into which the engine splices, and the progress file, to which it appends.
import { logFold } from "../../core/log-fold.ts";
import { howMany } from "../../core/how-many.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { isOver } from "../../core/over.ts";
import type { Path, Recorded } from "../../core/row.ts";
import { second } from "../../core/seconds.ts";
import { life, shortTree, stageOf } from "../../kit/attempts/state.ts";
import type { Edited, RunDocument } from "../../kit/documents.ts";
import type { Command } from "../../core/protocol.ts";
import { prdFile, progressFiles } from "./around.ts";
import { prdRefused } from "./edit-rules.ts";
import { attempts, documents as own } from "./events.ts";
import { differences, type Prd, prdIn } from "./prd.ts";
import { editOf, type Entry, newProgress, withEdit, withEntry } from "./progress.ts";
import type { State } from "./state.ts";

type Document = RunDocument<State>;
const passes = attempts.events;

/** The progress file so far, and the report and changes of the current pass. */
type Progress = {
  readonly text: string;
  readonly said: Pick<Entry, "summary" | "learnings" | "patterns">;
  readonly checks: number;
};
const silent = { summary: "(no report)", learnings: [], patterns: [] };

const entry = ({ text, said }: Progress, at: string, story: string, result: string): Progress => ({
  text: withEntry(text, { at: second(at), story, ...said, result }),
  said: silent,
  checks: 0,
});
const progressOf = logFold<Recorded, Progress>(
  () => ({ text: "", said: silent, checks: 0 }),
  (so, event) => {
    const { at } = event;
    if (own.runStarted.is(event)) return { ...so, text: newProgress(second(at)) };
    if (own.runAdopted.is(event))
      return { ...so, text: event.data.progress || newProgress(second(at)) };
    if (passes.passBegun.is(event)) return { ...so, said: silent, checks: 0 };
    if (passes.passEnded.is(event)) return { ...so, said: event.data };
    if (passes.checksRan.is(event)) return { ...so, checks: event.data.results.length };
    if (passes.unitReturned.is(event)) {
      const { unit, why, spent } = event.data;
      return spent ? entry(so, at, unit, why.split("\n", 1)[0] ?? "") : so;
    }
    if (passes.unitPassed.is(event)) {
      const { unit, tree, judgements } = event.data;
      const checks = so.checks === 0 ? "no check" : `${howMany(so.checks, "check")} green`;
      const green = `${checks} on ${shortTree(tree)}`;
      const met = `${judgements.length} of ${howMany(judgements.length, "criterion", "criteria")} met`;
      return entry(so, at, unit, `passed (${green}, ${met})`);
    }
    return own.progressEdited.is(event) ? { ...so, text: withEdit(so.text, event.data) } : so;
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
/** Maximum former copies to compare. */
const mostFormer = 5;
/** Nobody is at work who may have an old copy, and nothing that passed since would be lost. */
const isFree = (state: State, edited: Prd): boolean =>
  stageOf(state) !== "pass" &&
  !isOver(life(state)) &&
  differences(state.prd, edited).unpassed.length === 0;
/** Who takes an own edit back is heard. */
export const takesBack = (state: State, path: Path, text: string): boolean =>
  path === state.files.prd && text !== state.text && isFree(state, prdIn(text));
const isStale = (state: State, { text, former }: Edited): boolean => {
  const edited = prdIn(text);
  const now = distance(state.prd, edited);
  if (now === 0) return false;
  const texts = [...former()].slice(0, mostFormer).flatMap((one) => one.text ?? []);
  if (texts.some((one) => distance(prdIn(one), edited) === 0) && isFree(state, edited))
    return false;
  return texts.some((one) => one !== state.text && distance(prdIn(one), edited) < now);
};

const prd: Document = {
  names: [prdFile],
  path: ({ files }) => files.prd,
  write: ({ text }) => text,
  edited: (state, edit): readonly Command[] | Refusal => {
    if (edit.text === state.text) return [];
    const isRead = prdRefused(edit.path, edit.text) === null;
    return isRead && isStale(state, edit)
      ? stale
      : [{ type: "EditPrd", data: { text: edit.text } }];
  },
};
const progress: Document = {
  names: progressFiles,
  path: ({ files }) => files.progress,
  write: (_state, log) => progressOf(log).text,
  edited: (_state, { path, before, text }, log) => {
    // What was taken and not written anew since, by whichever process, isn't added again.
    const now = editOf(path, progressOf(log).text, text);
    const edit = isRefusal(now) ? editOf(path, before, text) : now;
    if (isRefusal(edit)) return edit;
    return edit.head === null && edit.added === "" ? [] : [{ type: "EditProgress", data: edit }];
  },
};
export const documents = [prd, progress] as const;
