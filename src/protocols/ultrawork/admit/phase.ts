// Edits of the phase in session.json: stop or propose only, no skipping of open work.
import { lacking, rejection, wrong } from "../../../core/edit-reading.ts";
import { type JsonNode, member } from "../../../core/json.ts";
import {
  finding,
  isSame,
  missing,
  type Part,
  partOf,
  textAt,
  textOf,
  wrongType,
} from "../../../core/part.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { isOver } from "../over.ts";
import { planned } from "../ready.ts";
import type { State } from "../state.ts";
import type { EditRead } from "./part.ts";

const phases = ["PLANNING", "EXECUTION", "VERIFICATION", "COMPLETE", "FAILED", "CANCELLED"];
const isSet = (part: Part | null): boolean =>
  part !== null && part.node.is !== "null" && textOf(part.node)?.trim() !== "";

const propose = (part: Part, by: string | null): EditRead => ({
  rest: [{ command: { type: "ProposePlan", data: {} }, at: part.pointer, by }],
});

/** The plan is ready, and a person must approve it first. */
const unapproved = (part: Part): EditRead => ({
  waits: [
    (after) =>
      after.phase === "PLANNING"
        ? finding(
            part,
            "PLAN_UNAPPROVED",
            `the plan is ${after.plan.state}, and the work begins once a person approves it`,
            after.plan.state === "approved"
              ? `a person: \`cairn decide ${after.run} begin begin\``
              : `a person: \`cairn decide ${after.run} approve-${after.plan.rev} approve\``,
          )
        : null,
  ],
});

const guarded = (part: Part): Refusal =>
  finding(
    part,
    "COMPLETE_GUARDED",
    "no file completes a run",
    "the tasks' checks, then the verifier's report of its verdict (`cairn report`); then the engine seals. `cairn status` shows what is missing",
  );

const unreachable = (part: Part, text: string, fits: string): EditRead =>
  rejection(part, "PHASE_UNREACHABLE", text, fits);

const verification = (part: Part): EditRead => ({
  then: [
    (after) => {
      if (after.phase === "VERIFICATION") return [];
      const open = planned(after).filter(
        (task) => task.status !== "resolved" && task.waived === null,
      );
      const names = open.map(({ id, status }) => `${id} (${status})`).join(", ");
      return [
        finding(
          part,
          "PHASE_UNREACHABLE",
          `VERIFICATION comes by itself once every task is resolved; still to be done: ${names}`,
          "leave the phase, resolve these",
        ),
      ];
    },
  ],
});

const reopened = (state: State, part: Part): Refusal =>
  state.phase === "COMPLETE"
    ? finding(part, "REOPEN_GUARDED", "a complete run stays so", "start a new run")
    : finding(
        part,
        "REOPEN_GUARDED",
        `the run is ${state.phase}, and no file takes it up again`,
        `a person: \`cairn resume ${state.run} --reason …\``,
      );

const stop = (part: Part): EditRead => ({
  stops: [{ command: { type: "Cancel", data: {} }, at: part.pointer, by: null }],
});

const moved = (state: State, part: Part, by: string | null): EditRead => {
  const to = textOf(part.node);
  const now = state.phase;
  if (to === null) return wrong(wrongType(part, "a text"));
  if (to === now) return {};
  if (!phases.includes(to))
    return unreachable(part, `${JSON.stringify(to)} is no phase`, phases.join(", "));
  if (to === "COMPLETE") return wrong(guarded(part));
  if (to === "CANCELLED" && !isOver(state)) return stop(part);
  if (isOver(state))
    return phases.indexOf(to) < 3
      ? wrong(reopened(state, part))
      : unreachable(part, `the run is ${now}, and stays so`, "leave the phase as it stands");
  if (to === "FAILED")
    return unreachable(
      part,
      "no file fails a run",
      `a person: \`cairn send ${state.run} Fail --reason WHY\`; by file CANCELLED, which stops it`,
    );
  if (to === "EXECUTION" && now === "PLANNING")
    return { ...(state.plan.state === "draft" ? propose(part, by) : {}), ...unapproved(part) };
  if (to === "VERIFICATION" && now === "EXECUTION") return verification(part);
  return unreachable(
    part,
    `${to} doesn't follow ${now}`,
    "leave the phase as it stands: it follows from the work",
  );
};

/** Keys that depend on the phase: time and reason of the end. */
const ends = (state: State, before: JsonNode, session: Part, asks: string | null): EditRead => {
  const findings: Refusal[] = [];
  let stops: EditRead["stops"] = [];
  for (const key of ["completed_at", "cancelled_at", "failure_reason"]) {
    const part = partOf(session, key);
    if (isSame(member(before, key), part)) continue;
    if (part === null) findings.push(lacking(session, key));
    else if (key === "completed_at" && isSet(part)) {
      if (asks !== "COMPLETE" && asks !== "CANCELLED" && asks !== "FAILED")
        findings.push(guarded(part));
    } else if (key === "cancelled_at" && isSet(part)) {
      if (asks !== "CANCELLED" && !isOver(state)) ({ stops } = stop(part));
      else if (asks !== "CANCELLED" && state.phase !== "CANCELLED")
        findings.push(reopened(state, part));
    } else if (key === "failure_reason" && asks === "FAILED") continue;
    else if (isOver(state) && !isSet(part)) findings.push(reopened(state, part));
    else
      findings.push(
        finding(
          part,
          "FIELD_DERIVED",
          `${key} is the engine's`,
          "leave it as it stands; a phase says how the run ends",
        ),
      );
  }
  return { findings, stops: stops ?? [] };
};

export const phaseAsked = (
  state: State,
  before: JsonNode,
  session: Part,
  by: string | null,
): readonly EditRead[] => {
  const part = partOf(session, "phase");
  const changed = !isSame(member(before, "phase"), part);
  if (part === null) return [wrong(missing(session, "phase", state.phase))];
  const asks = changed ? textAt(session.node, "phase") : null;
  return [changed ? moved(state, part, by) : {}, ends(state, before, session, asks)];
};

/** A plan written by hand is proposed when its planner reports completion. */
export const plannerDone = (state: State, part: Part, by: string | null): EditRead =>
  state.phase === "PLANNING" && state.plan.state === "draft" ? propose(part, by) : {};
