// Why: what may be asked of an ultrawork run, field by field; flags, tools and reference pages follow from it.
import * as t from "../../../kit/schema.ts";
import { textLimit } from "../limits.ts";
import { troubleKinds } from "../trouble.ts";
import {
  base,
  baselineResult,
  changesInput,
  checkInput,
  count,
  criterionName,
  evidenceType,
  foundRun,
  holder,
  maybe,
  optionsInput,
  paths,
  planInput,
  taskInput,
  texts,
  unknownKeys,
} from "./shapes.ts";

const nothing = t.record({});
const task = t.means("id of a task", t.text);
const reason = t.most(textLimit, t.text);
const job = t.means("key of a job", t.text);
/** Given by the engine. */
const tree = t.optional(maybe);

export const commandSchemas = {
  Start: t.record({
    goal: t.means("what is wanted, 1 to 8,192 characters", t.text),
    session: t.optional(t.means("name of the run's folder; the run's id if not said", t.text)),
    session_task: t.optional(
      t.means("the task in the host's own list that stands for the session", t.text),
    ),
    team: t.optional(t.means("name of the repository's folder if not said", t.text)),
    home: t.optional(t.means("~/.claude/ultrawork if not said", t.text)),
    options: t.optional(optionsInput),
    origin: t.optional(t.text),
    run: t.optional(t.text),
    base: t.optional(base),
  }),
  Adopt: t.record({
    found: foundRun,
    corrections: texts,
    digests: t.byName(t.text),
    run: t.optional(t.text),
    base: t.optional(base),
  }),
  BeginJob: t.record({
    job,
    holder,
    hosted: t.standing(
      t.means("launched by a host of ours: it is shown under a name of its own", t.flag),
      false,
    ),
    leased: t.standing(t.means("false: begun by hand, without a lease", t.flag), true),
  }),
  RecordExploration: t.record({
    explorer: t.text,
    hint: t.optional(t.text),
    file: t.optional(t.means("its notes, relative to the session folder", maybe)),
    summary: t.means("at most 2,000 characters", t.text),
    key_files: t.standing(paths, []),
    patterns: t.standing(texts, []),
    constraints: t.standing(texts, []),
  }),
  AskQuestion: t.record({
    about: t.means("plan, or a task's id", t.text),
    text: t.text,
    options: t.standing(texts, []),
  }),
  AnswerQuestion: t.record({ question: t.text, answer: t.text }),
  AddTask: t.record({ task: taskInput }),
  EditTask: t.record({
    task,
    changes: changesInput,
    reason: t.optional(t.means("must be given once work has begun", reason)),
  }),
  RemoveTask: t.record({ task }),
  ProposePlan: t.record({
    plan: t.optional(t.means("the draft as it stands if not given", planInput)),
    touched: t.optional(paths),
  }),
  ApprovePlan: t.record({ rev: count }),
  RevisePlan: t.record({ rev: count, reason }),
  BeginExecution: nothing,
  SetCheck: t.record({ task, criterion: criterionName, check: checkInput, reason }),
  ClaimEvidence: t.record({
    task,
    criterion: t.optional(criterionName),
    type: evidenceType,
    text: t.text,
    command: t.optional(t.text),
    path: t.optional(t.text),
    extras: t.optional(
      t.means(
        "unknown keys of an entry in a file, as [key, JSON text]; of a hand edit alone",
        unknownKeys,
      ),
    ),
  }),
  ClaimDone: t.record({
    task,
    summary: t.means("at most 2,000 characters", t.text),
    files: t.standing(paths, []),
    commits: t.standing(texts, []),
    concerns: t.standing(t.text, ""),
    known: t.optional(texts),
  }),
  ReportFailure: t.record({
    job,
    kind: t.oneOf([
      "failed",
      "timeout",
      "crashed",
      "silent",
      "garbage",
      "lost",
      "lapsed",
      "released",
    ]),
    reason,
    trouble: t.optional(
      t.means(
        "what of its model server kept it from work: it spends no try",
        t.oneOf(troubleKinds),
      ),
    ),
    retry_at: t.optional(t.means("when its provider says that it may be tried again", t.text)),
  }),
  RecordBaseline: t.record({
    task,
    results: t.list(baselineResult),
    note: t.standing(maybe, null),
  }),
  RecordCheck: t.record({
    job,
    argv: texts,
    cwd: t.standing(t.text, "."),
    exit: t.maybe(t.integer),
    why: t.standing(maybe, null),
    results: t.means(
      "every criterion that shares this check, each judged by its own exit and match",
      t.list(
        t.record({
          task,
          criterion: count,
          passed: t.flag,
          why: t.standing(maybe, null),
          hollow: t.optional(t.flag),
        }),
      ),
    ),
    digest: maybe,
    excerpt: t.text,
    before: maybe,
    after: maybe,
    head: maybe,
    ms: t.numberFrom(0),
    artifact: t.standing(t.means("a file that was kept, with its digest", maybe), null),
    changed: t.optional(paths),
  }),
  ConfirmManual: t.record({
    task,
    criterion: criterionName,
    met: t.flag,
    reason: t.standing(reason, ""),
    tree,
    head: t.optional(maybe),
  }),
  RecordVerdict: t.record({
    sweep: t.optional(t.means("the sweep that was judged; a person may leave it out", count)),
    verdict: t.oneOf(["PASS", "FAIL"]),
    judgements: t.standing(
      t.list(
        t.record({
          task,
          criterion: criterionName,
          judgement: t.oneOf(["met", "unmet", "unproven"]),
          note: t.standing(t.text, ""),
        }),
      ),
      [],
    ),
    issues: t.standing(
      t.list(
        t.record({
          summary: t.text,
          severity: t.standing(t.text, "major"),
          task: t.optional(maybe),
          criterion: t.optional(t.maybe(criterionName)),
          done_when: t.standing(t.text, ""),
          check: t.optional(t.maybe(checkInput)),
          files: t.standing(paths, []),
        }),
      ),
      [],
    ),
    checks: t.standing(t.list(t.record({ task, criterion: criterionName, check: checkInput })), []),
    notes: t.standing(t.text, ""),
  }),
  Complete: t.record({ tree, head: t.optional(maybe), paths: t.optional(paths) }),
  RetryTask: t.record({
    task: t.means(
      "id of a task; plan and verify, once given up; an explorer too, where its model server turned it away",
      t.text,
    ),
    reason: t.optional(reason),
  }),
  Waive: t.record({
    task,
    criterion: t.optional(t.means("the whole task if not said", criterionName)),
    reason,
  }),
  GoOn: t.record({ reason }),
  SetOptions: t.record({ options: optionsInput }),
  EditGoal: t.record({ goal: t.text }),
  Pause: nothing,
  Resume: nothing,
  Cancel: t.record({ reason: t.optional(reason) }),
  Fail: t.record({ reason }),
  Reopen: t.record({ reason, max_iterations: t.optional(count) }),
  Archive: nothing,
  Unarchive: nothing,
  RecordDocument: t.record({ path: t.text, digest: t.text }),
  KeepExtras: t.record({
    file: t.text,
    pointer: t.text,
    value: t.means("unknown keys as [key, JSON text]", unknownKeys),
  }),
  RefuseEdit: t.record({
    path: t.text,
    digest: t.text,
    code: t.text,
    why: t.text,
  }),
};
