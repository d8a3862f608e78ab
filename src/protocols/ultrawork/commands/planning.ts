// Commands of exploration and planning in ultrawork: findings, draft, proposal, approval, execution.
import * as event from "../events.ts";
import type { UltraworkEvent } from "../events.ts";
import { count, maybe, paths, planInput, reason, texts } from "../shapes.ts";
import { command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import { ownOf } from "../../../core/own.ts";
import { reasonMissing } from "../../../core/reason.ts";
import { refuse, refuseAll, type Refusal } from "../../../core/refusal.ts";
import { inside } from "../command.ts";
import { draftOf, ownTexts, verifyDraft, type DraftTask } from "../evolve/draft.ts";
import { place } from "../place.ts";
import {
  oversized,
  type PlanInput,
  readCriteria,
  readTask,
  type PlanReading,
} from "../plan/read.ts";
import { idFindings, planFindings } from "../plan/rules.ts";
import { planWarnings } from "../plan/warnings.ts";
import { planned } from "../ready.ts";
import type { ExplorerFindings, State } from "../state.ts";
import { roleOf, senderWrong } from "../decider/names.ts";
import { goalRefused } from "./start.ts";
import { type Decided, changedSinceBase, isAuto, phaseWrong } from "../decider/step.ts";

const own = ownTexts.length;
const exploredForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;

/** Explorer name for findings that a hand edit adds. */
const byHand = "hand";

const grown = (before: ExplorerFindings, more: ExplorerFindings): Decided => {
  const both = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];
  const all = {
    ...before,
    keyFiles: both(before.keyFiles, more.keyFiles),
    patterns: both(before.patterns, more.patterns),
    constraints: both(before.constraints, more.constraints),
  };
  const long = refuseAll(
    oversized("the list of key files", all.keyFiles.length, 200, "/key_files"),
  );
  if (long !== null) return long;
  return JSON.stringify(all) === JSON.stringify(before) ? [] : [event.explorationRecorded(all)];
};

export const recordExploration = command("RecordExploration", {
  means: "Hands in what an explorer found.",
  data: {
    explorer: t.text,
    hint: t.optional(t.text),
    file: t.optional(t.means("its notes, relative to the session folder", maybe)),
    summary: t.means("at most 2,000 characters", t.text),
    key_files: t.standing(paths, []),
    patterns: t.standing(texts, []),
    constraints: t.standing(texts, []),
  },
  who: ["agent", "file", "person"],
  decide: (state, data, { by }) => {
    const role = roleOf(state, by);
    const wrong = phaseWrong(state, "PLANNING");
    if (wrong !== null) return wrong;
    if (by.kind === "agent" && !(role.is === "explorer" && role.explorer.id === data.explorer))
      return senderWrong(
        `only the explorer ${data.explorer} hands in its findings`,
        "the token of its job",
      );
    if (!exploredForm.test(data.explorer))
      return refuse(
        "PATH_OUTSIDE",
        `${JSON.stringify(data.explorer)} cannot name an explorer's file`,
        { fits: "letters, digits, . _ -" },
      );
    if (data.file !== undefined && data.file !== null && inside(data.file) === null)
      return refuse("PATH_OUTSIDE", `${data.file} lies outside of the session folder`);
    const found = {
      explorer: data.explorer,
      hint: data.hint ?? ownOf(state.explorers, data.explorer)?.hint ?? "",
      file: data.file ?? null,
      summary: data.summary,
      keyFiles: data.key_files,
      patterns: data.patterns,
      constraints: data.constraints,
    };
    const long = refuseAll([
      ...oversized("the summary", data.summary.length, 2_000, "/summary"),
      ...oversized("the list of key files", data.key_files.length, 200, "/key_files"),
    ]);
    if (long !== null) return long;
    const before = state.findings.find(({ explorer }) => explorer === data.explorer);
    // Lists extended by hand belong to no report: they only grow.
    if (before !== undefined && by.kind === "file" && data.explorer === byHand)
      return grown(before, found);
    if (before === undefined) return [event.explorationRecorded(found)];
    return JSON.stringify(before) === JSON.stringify(found)
      ? []
      : refuse(
          "EXPLORER_REPEATED",
          `the explorer ${data.explorer} has reported something else already`,
          { fits: "another explorer's id" },
        );
  },
});

type Full = { readonly tasks: readonly DraftTask[]; readonly verify: DraftTask };
export const drafted = (state: State): Full => {
  const verify = state.tasks[state.verifyId];
  return {
    tasks: planned(state).map(draftOf),
    verify:
      verify === undefined
        ? verifyDraft(state.verifyId, [])
        : { ...draftOf(verify), blockedBy: [] },
  };
};

/** Resolved (adopted) tasks stay regardless of the plan. */
const staying = (state: State): readonly string[] =>
  planned(state)
    .filter((task) => task.status === "resolved")
    .map((task) => task.id);

/** Validates the whole list by section 2.4. */
export const wholeFindings = (state: State, full: Full): readonly Refusal[] =>
  planFindings(full.tasks, full.verify, { auto: isAuto(state), own, more: staying(state) });

export const proposed = (
  state: State,
  full: Full,
  rest: Pick<Parameters<typeof event.planProposed>[0], "decisions" | "touched" | "by">,
): UltraworkEvent =>
  event.planProposed({
    rev: state.plan.rev + 1,
    ...full,
    warnings: [...planWarnings(full.tasks, full.verify, own)],
    ...rest,
  });

const withoutOwn = (criteria: PlanInput["tasks"][number]["success_criteria"]) =>
  criteria.filter(
    (one) => !ownTexts.some((text) => text === (typeof one === "string" ? one : one.criteria)),
  );

const readPlan = (state: State, plan: PlanInput): PlanReading<Full> => {
  const how = { place: place(state), chosenBy: "plan" as const };
  const named = plan.tasks.findIndex(({ id }) => id === "verify");
  const asTask = plan.tasks[named];
  const twice =
    asTask !== undefined && plan.verify !== undefined
      ? [
          refuse("VERIFY_RESERVED", "the plan has a task verify beside its verify part", {
            pointer: `/tasks/${named}/id`,
          }),
        ]
      : [];
  const criteria = readCriteria(
    withoutOwn(plan.verify?.success_criteria ?? asTask?.success_criteria ?? []),
    "/verify/success_criteria",
    how,
    0,
  );
  const read = plan.tasks.flatMap((task, index) =>
    index === named ? [] : [{ index, read: readTask(task, `/tasks/${index}`, how) }],
  );
  return {
    value: {
      tasks: read.map((one) => one.read.value),
      verify: verifyDraft(state.verifyId, criteria.value),
    },
    findings: [
      ...twice,
      ...read.flatMap((one) => [
        ...idFindings(one.read.value.id, state.verifyId, `/tasks/${one.index}/id`),
        ...one.read.findings,
      ]),
      ...criteria.findings,
    ],
  };
};

export const proposePlan = command("ProposePlan", {
  means: "Proposes the plan for approval. In auto mode a sound one is approved at once.",
  data: {
    plan: t.optional(t.means("the draft as it stands if not given", planInput)),
    touched: t.optional(paths),
  },
  who: ["agent", "file", "person"],
  ask: changedSinceBase,
  fill: (_data, { changed }) => ({ touched: changed.map(({ path }) => path) }),
  filled: ["touched"],
  decide: (state, data, { by }) => {
    const wrong = phaseWrong(state, "PLANNING");
    if (wrong !== null) return wrong;
    const role = roleOf(state, by);
    if (by.kind === "agent" && role.is !== "planner")
      return senderWrong("only the planner proposes a plan", "the token of the planner's job");
    if (state.plan.state === "approved")
      return refuse("PLAN_FROZEN", "the plan is approved", {
        fits: "changing its tasks proposes it anew",
      });
    const read =
      data.plan === undefined
        ? { value: drafted(state), findings: [] }
        : readPlan(state, data.plan);
    const refused = refuseAll([...read.findings, ...wholeFindings(state, read.value)]);
    if (refused !== null) return refused;
    const decisions = (data.plan?.decisions ?? []).map(({ asked_user: askedUser, ...rest }) => ({
      ...rest,
      askedUser,
    }));
    return [proposed(state, read.value, { decisions, touched: data.touched ?? [], by: by.name })];
  },
});

const stands = (state: State, rev: number): Refusal | null => {
  if (state.plan.state !== "proposed")
    return refuse("PLAN_UNPROPOSED", `no plan waits for approval: it is ${state.plan.state}`);
  return state.plan.rev === rev
    ? null
    : refuse("PLAN_CHANGED", `revision ${rev} is out of date`, {
        fits: `revision ${state.plan.rev}: look at it first`,
      });
};

/** Already approved (a valid plan in auto mode is approved immediately): nothing changes. */
export const approvePlan = command("ApprovePlan", {
  means: "Approves the proposed revision of the plan.",
  data: { rev: count },
  who: ["person"],
  decide: (state, { rev }, { by }) => {
    if (state.plan.state === "approved" && state.plan.rev === rev) return [];
    return (
      phaseWrong(state, "PLANNING") ??
      stands(state, rev) ?? [event.planApproved({ rev, by: by.name })]
    );
  },
});

export const revisePlan = command("RevisePlan", {
  means: "Returns the proposed plan to the planner with a reason.",
  data: { rev: count, reason },
  who: ["person"],
  decide: (state, { rev, reason }) =>
    phaseWrong(state, "PLANNING") ??
    stands(state, rev) ??
    reasonMissing(reason) ?? [event.planReturned({ rev, note: reason })],
});

export const beginExecution = command("BeginExecution", {
  label: "Start the work",
  means: "Starts the work of an approved plan that was only to be planned.",
  data: {},
  who: ["person"],
  decide: (state) =>
    phaseWrong(state, "PLANNING") ??
    (state.plan.state === "approved"
      ? [event.phaseEntered({ phase: "EXECUTION" })]
      : refuse("PLAN_UNAPPROVED", `the plan is ${state.plan.state}, not approved`, {
          fits: "approve it first",
        })),
});

export const editGoal = command("EditGoal", {
  means: "Changes the goal during planning.",
  holds: ["goal"],
  data: { goal: t.text },
  who: ["person", "file"],
  decide: (state, { goal }) => {
    if (state.phase !== "PLANNING")
      return refuse(
        "GOAL_FROZEN",
        `the goal stands since the plan was approved; the run is in ${state.phase}`,
        { fits: "a new run" },
      );
    const refused = goalRefused(goal);
    if (refused !== null) return refused;
    return goal === state.goal ? [] : [event.goalEdited({ goal })];
  },
});
