// Commands that cancel, skip and move a run, and that record a desk's failed try.
import { isRefusal, refuse } from "../../../core/refusal.ts";
import * as t from "../../../kit/schema.ts";
import { type Events, oversized, reasonOf } from "../decider/step.ts";
import * as event from "../events.ts";
import { openQuestions } from "../evolve/brief.ts";
import { isSpent } from "../ready.ts";
import * as s from "../shapes.ts";
import type { Phase, State, Unit } from "../state.ts";
import { livePasses } from "../units.ts";
import { world } from "../world.ts";
import { command } from "./declare.ts";

/** Ends a pass when the run is cancelled, without measuring its changes: it counts as used, and its changes stay in the tree. */
const stopped = (
  { id, pass, used, confirmations }: Unit,
  { tree = null, head = null, contents = {} }: t.DataOf<typeof s.filled>,
): Events => {
  if (pass === null) return [];
  return [
    event.passEnded({
      unit: id,
      n: pass.n,
      kind: pass.kind,
      holder: pass.holder,
      result: "continue",
      why: "the run was cancelled",
      iteration: pass.kind === "confirmation" ? confirmations : used,
      said: { did: "", remaining: "", blockers: "", signal: null, commit: "" },
      raw: pass.entries,
      measured: {
        known: false,
        from: pass.base,
        to: { tree, head },
        content: contents[id] ?? null,
        changed: [],
        more: 0,
        mine: [],
        did: true,
        commits: [],
        rewritten: false,
        suspects: [],
        claimed: [],
      },
      output: null,
    }),
  ];
};

export const cancel = command("Cancel", {
  label: "Cancel run",
  means: "Ends the run for good.",
  data: { reason: t.optional(t.text), ...s.filled },
  who: ["person", "parent"],
  ...world.tree,
  decide: (state, data) => {
    const given = reasonOf(data.reason, false);
    if (isRefusal(given)) return given;
    return [
      ...state.units.flatMap((unit) => stopped(unit, data)),
      event.runCancelled({ reason: given.reason }),
    ];
  },
});

export const passLive = (state: State) => {
  const live = livePasses(state).map(({ id }) => id);
  return live.length === 0
    ? null
    : refuse(
        "PASS_LIVE",
        `${live.join(", ")} ${live.length === 1 ? "is" : "are"} being worked on`,
        { fits: "`cairn stop`, and wait until no pass is under way" },
      );
};

const skippable: readonly Phase[] = ["plan", "execute", "verify", "deliver"];

export const skipTo = command("SkipTo", {
  label: "Skip to phase",
  means: "Skips to a phase. This bypass is always shown.",
  data: { phase: s.phase, reason: t.text },
  who: ["person"],
  decide: (state, { phase, reason }) => {
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
        event.phaseSkipped({ from: state.phase, to: phase, reason: given.reason }),
      ]
    );
  },
});

const isDue = (state: State, job: t.DataOf<typeof s.attempt>["job"]): boolean => {
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

export const failAttempt = command("FailAttempt", {
  means: "Records a brief, plan or review that couldn't be read.",
  data: s.attempt,
  who: ["engine"],
  decide: (state, { job, n, why }) => {
    if (!isDue(state, job) || state[job].n !== n)
      return refuse("JOB_UNKNOWN", `${job}#${n} isn't due`, {
        fits: "`cairn status --next` shows what is",
      });
    return oversized("why", why.length, "/why") ?? [event.attemptFailed({ job, n, why })];
  },
});
