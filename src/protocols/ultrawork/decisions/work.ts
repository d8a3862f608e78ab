// Decisions about the work: confirmation of a criterion, and how to continue stuck tasks.
import { faultHelp } from "../../../core/agent-fault.ts";
import { nothingWords } from "../../../core/hollow.ts";
import { fenced, firstLine, paragraphs } from "../../../core/quote.ts";
import { checkText } from "../checks.ts";
import type { UltraworkCommand } from "../commands.ts";
import { type About, aboutOf } from "../jobs/about.ts";
import { agentJobs } from "../jobs/agents.ts";
import {
  attempted,
  confirmations,
  plannerGaveUp,
  stuckTasks,
  verifierGaveUp,
} from "../jobs/due.ts";
import { mostAttempts } from "../limits.ts";
import { isLast, planned } from "../ready.ts";
import type { Criterion, State } from "../state.ts";
import { explorerUnit, taskUnit, troubleOf, unitOf, workedAttempts } from "../trouble.ts";
import { decision, fail, noted, proofs } from "./declare.ts";

const showsNothing = ({ check, proof }: Criterion): string =>
  proof?.hollow === true ? ` (its check, ${checkText(check)}, ${nothingWords(proof)})` : "";

const confirmed = (
  { task, criterion }: Extract<About, { is: "confirm" }>,
  met: boolean,
  reason: string,
): UltraworkCommand => ({ type: "ConfirmManual", data: { task, criterion, met, reason } });

const fixTask = "A fix task takes it up with your note, or the run fails if no iteration is left.";

export const confirmation = decision("confirm", {
  asks: (state) =>
    planned(state).length === 0
      ? []
      : confirmations(state).map(({ task, number, criterion }) => ({
          key: `confirm-${task.id}-${number}-${criterion.answers + 1}`,
          about: { is: "confirm", task: task.id, criterion: number },
          subject: task.id,
          question: `Does this hold? Task ${task.id}, criterion ${number}: ${criterion.text}${showsNothing(criterion)}`,
          options: state.phase === "VERIFICATION" ? { unmet: { means: fixTask } } : {},
        })),
  options: {
    met: {
      label: "Mark as met",
      means: "It counts as proved, in your name.",
      note: "may",
      then: (about, { note }) => confirmed(about, true, note),
    },
    unmet: {
      label: "Mark as not met",
      means: "A worker does the task again with your note, or it fails if no attempt is left.",
      note: "must",
      then: (about, { note }) => confirmed(about, false, note),
    },
  },
  shows: (state, { task }) => proofs(state.tasks[task]),
});

const sentence = (text: string): string => (/[.!?\u2026]$/u.test(text) ? text : `${text}.`);
const asked = (on: string, question: string) => ({
  key: `stuck-${on}`,
  about: { is: "stuck", on } as const,
  subject: on,
  question,
});

/** What gave up, why, and the possible next steps. */
const givenUp = (state: State) => {
  const { planTries, planner, sweep } = state;
  const agent = (on: string, name: string, times: number, why: string | null) => ({
    ...asked(on, `${sentence(`${name} failed ${times} times: ${firstLine(why)}`)} What now?`),
    options: { retry: { means: `${name} gets new attempts.` }, waive: null },
  });
  if (plannerGaveUp(state))
    return [agent("plan", "The planner", planTries.failed, planner.lastFailure)];
  if (verifierGaveUp(state))
    return [agent("verify", "The verifier", sweep.tries.failed, sweep.lastFailure)];
  return stuckTasks(state).map((task) => {
    const { id } = task;
    const why = `Task ${id} failed after ${attempted(task)}: ${firstLine(task.lastFailure?.reason ?? null)}`;
    const again = { means: `Task ${id} gets new attempts.`, mends: id };
    return {
      ...asked(id, `${sentence(why)} What now?`),
      options: {
        retry: workedAttempts(task) < mostAttempts ? again : null,
        waive: isLast(state) ? null : {},
      },
    };
  });
};

/** One question about all units whose model server refuses them until a person acts, because they share the cause. */
const turnedAway = (state: State) => {
  if (!Object.values(state.troubles).some(({ notBefore }) => notBefore === null)) return [];
  const held = agentJobs(state).flatMap((job) => {
    const trouble = job.begun ? undefined : troubleOf(state, unitOf(aboutOf(job)) ?? "");
    return trouble?.notBefore === null ? [{ subject: job.subject, trouble }] : [];
  });
  const [first] = held;
  if (first === undefined) return [];
  const names = held.map(({ subject }) => subject).join(", ");
  const help = faultHelp[first.trouble.kind];
  const means = `All jobs that wait for this begin again; no attempt was spent.${help === null ? "" : ` Before that, ${help}.`}`;
  return [
    {
      ...asked(
        first.subject,
        `The agent of ${names} was turned away: ${firstLine(first.trouble.reason)}. Try again?`,
      ),
      options: { retry: { means }, waive: null },
    },
  ];
};

/** The full reason; the question contains only its first line. */
const reason = (state: State, on: string): string | null => {
  const [turned] = [explorerUnit(on), taskUnit(on), on].flatMap(
    (unit) => troubleOf(state, unit)?.reason ?? [],
  );
  const last =
    on === "plan" ? state.planner.lastFailure : on === "verify" ? state.sweep.lastFailure : null;
  const whole = turned ?? last;
  return whole === null ? null : `The last try ended so:\n\n${fenced(whole)}`;
};

export const stuck = decision("stuck", {
  asks: (state) => [...givenUp(state), ...turnedAway(state)],
  options: {
    retry: {
      label: "Try again",
      note: "may",
      recommended: true,
      then: ({ on }, { note }) => ({ type: "RetryTask", data: { task: on, ...noted(note) } }),
    },
    waive: {
      label: "Accept without proof",
      means:
        "The task counts as done without proof, in your name and always shown as such. Tasks that wait for it may start.",
      note: "must",
      then: ({ on }, { note }) => ({ type: "Waive", data: { task: on, reason: note } }),
    },
    fail,
  },
  shows: (state, { on }) => paragraphs([reason(state, on), proofs(state.tasks[on])]),
});
