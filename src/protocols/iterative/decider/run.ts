// Why: pausing, stopping, skipping and moving a run, and a desk's try that came to nothing.
import type { Stamp } from "../../../core/protocol.ts";
import { isRefusal, refuse } from "../../../core/refusal.ts";
import { openQuestions } from "../evolve/brief.ts";
import type { IterativeCommands } from "../messages.ts";
import { isSpent } from "../ready.ts";
import type { Phase, State, Unit } from "../state.ts";
import { livePasses } from "../units.ts";
import { type Decide, type Decided, type Events, oversized, reasonOf } from "./step.ts";

export const pause: Decide<"Pause"> = (state): Decided =>
  state.paused ? [] : [{ type: "RunPaused", data: {} }];
export const resume: Decide<"Resume"> = (state): Decided =>
  state.paused ? [{ type: "RunResumed", data: {} }] : [];

/** Nobody measures what a pass did that nobody needs any more: it counts, and what it changed stays in the tree. */
const stopped = (
  { id, pass, used, confirmations }: Unit,
  data: IterativeCommands["Cancel"]["data"],
): Events => {
  if (pass === null) return [];
  return [
    {
      type: "PassEnded",
      data: {
        unit: id,
        n: pass.n,
        kind: pass.kind,
        holder: pass.holder,
        result: "continue",
        why: "the run was cancelled",
        iteration: pass.kind === "confirmation" ? confirmations : used,
        said: { did: "", remaining: "", blockers: "", signal: null, commit: "" },
        raw: [...pass.entries],
        measured: {
          known: false,
          from: { ...pass.base },
          to: { tree: data.tree ?? null, head: data.head ?? null },
          content: data.contents?.[id] ?? null,
          changed: [],
          more: 0,
          mine: [],
          did: true,
          commits: [],
          rewritten: false,
          uncommitted: [],
          suspects: [],
          claimed: [],
        },
        output: null,
      },
    },
  ];
};

export const cancel: Decide<"Cancel"> = (state, data): Decided => {
  const given = reasonOf(data.reason, false);
  if (isRefusal(given)) return given;
  return [
    ...state.units.flatMap((unit) => stopped(unit, data)),
    { type: "RunCancelled", data: { reason: given.reason } },
  ];
};

export const passLive = (state: State) => {
  const live = livePasses(state).map(({ id }) => id);
  return live.length === 0
    ? null
    : refuse(
        "PASS_LIVE",
        `${live.join(", ")} ${live.length === 1 ? "is" : "are"} being worked on`,
        {
          fits: "`cairn pause`, and wait until no pass is under way",
        },
      );
};

const skippable: readonly Phase[] = ["plan", "execute", "verify", "deliver"];

export const skipTo: Decide<"SkipTo"> = (state, { phase, reason }): Decided => {
  const fits = skippable.filter((one) => one !== state.phase).join(", ");
  if (!skippable.includes(phase) || phase === state.phase)
    return refuse(
      "PHASE_UNSKIPPABLE",
      phase === state.phase ? `the run is in ${phase} already` : `nothing skips to ${phase}`,
      { fits },
    );
  if (phase !== "plan" && state.units.length === 0)
    return refuse("PHASE_UNSKIPPABLE", `there are no units to ${phase}`, {
      fits: "an approved plan first",
    });
  const given = reasonOf(reason, true);
  if (isRefusal(given)) return given;
  return (
    passLive(state) ?? [
      { type: "PhaseSkipped", data: { from: state.phase, to: phase, reason: given.reason } },
    ]
  );
};

export const moveRun: Decide<"MoveRun"> = (state, { reason, branch = null }): Decided => {
  const given = reasonOf(reason, true);
  if (isRefusal(given)) return given;
  const live = passLive(state);
  if (live !== null) return live;
  return branch === state.branch
    ? []
    : [{ type: "RunMoved", data: { branch, reason: given.reason } }];
};

const isDue = (state: State, job: IterativeCommands["FailAttempt"]["data"]["job"]): boolean => {
  const { caps } = state.settings;
  if (job === "interviewer")
    return (
      state.phase === "discover" &&
      openQuestions(state).length === 0 &&
      !isSpent(state.interviewer, caps.discover)
    );
  if (job === "planner")
    return (
      state.phase === "plan" &&
      state.plan.state !== "proposed" &&
      !isSpent(state.planner, caps.plan)
    );
  return state.phase === "verify" && !state.final.waits && state.final.review === null;
};

export const failAttempt: Decide<"FailAttempt"> = (state, { job, n, why }): Decided => {
  if (!isDue(state, job) || state[job].n !== n)
    return refuse("JOB_UNKNOWN", `${job}#${n} isn't due`, { fits: "`cairn next` shows what is" });
  return oversized("why", why.length, "/why") ?? [{ type: "AttemptFailed", data: { job, n, why } }];
};

/** Days and times are the ledger's. */
export const dayOf = ({ at }: Pick<Stamp, "at">): string => at.slice(0, 10).replaceAll("-", "");
