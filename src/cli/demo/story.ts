// Text of the demo's main story: one line for each event that a newcomer should see.
import { isRecord } from "../../core/record.ts";
import type { Tone } from "../style.ts";
import type { FollowedEvent } from "./follow.ts";

export type Line = { readonly tone: Tone | null; readonly text: string };

const textOf = (data: FollowedEvent["data"], key: string): string => {
  const value = data[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};
const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

const line = (text: string, tone: Tone | null = null): readonly Line[] => [{ tone, text }];
/** The recorded name of an agent's process, without the common part. */
const agentOf = (data: FollowedEvent["data"], key: string): string =>
  `agent ${textOf(data, key).replace(/^task-/u, "")}`;
const of = (data: FollowedEvent["data"], text: string): string =>
  `task ${textOf(data, "task")}   ${text}`;

/** The program that checks a criterion, as in the plan. */
const checkOf = (criterion: Readonly<Record<string, unknown>>): string => {
  const check = isRecord(criterion["check"]) ? criterion["check"] : {};
  return textOf(check, "command") || `${textOf(check, "path")} holds ${textOf(check, "match")}`;
};

const proposed = (data: FollowedEvent["data"]): readonly Line[] =>
  listOf(data["tasks"]).flatMap((task) => [
    ...line(`task ${textOf(task, "id")}   ${textOf(task, "subject")}`),
    ...listOf(task["criteria"]).map((criterion): Line => ({
      tone: "dim",
      text: `         check: ${checkOf(criterion)}`,
    })),
  ]);

/** A check at a task's own end; the final sweep repeats all and is reported in one line. */
const checked = (data: FollowedEvent["data"]): readonly Line[] => {
  if (!isRecord(data["at"]) || !("attempt" in data["at"])) return [];
  const [passed, command] = [
    data["passed"] === true,
    textOf(data, "command") || textOf(data, "content"),
  ];
  return line(
    of(
      data,
      `Cairn runs ${command}: exit ${textOf(data, "exit")}, ${passed ? "proved" : "NOT proved"}`,
    ),
    passed ? "good" : "bad",
  );
};

const tellers: Readonly<Record<string, (data: FollowedEvent["data"]) => readonly Line[]>> = {
  PlanProposed: proposed,
  TaskStarted: (data) =>
    line(of(data, `${agentOf(data, "worker")} starts, attempt ${textOf(data, "attempt")}`)),
  WorkClaimed: (data) =>
    line(of(data, `${agentOf(data, "by")} says done: "${textOf(data, "summary")}"`)),
  EvidenceRecorded: checked,
  TaskResolved: (data) => line(of(data, "done")),
  TaskReturned: (data) =>
    line(of(data, "not done: back to an agent, with what the check printed"), "bad"),
  SweepPassed: (data) =>
    line(
      `verify   Cairn runs all ${textOf(data, "count")} checks again on the result: proved`,
      "good",
    ),
  VerdictRecorded: (data) =>
    line(
      `verify   ${agentOf(data, "by")}, which wrote none of it, judges: ${textOf(data, "verdict")}`,
      "good",
    ),
  RunCompleted: () => line("run      complete", "good"),
  RunFailed: (data) => line(`run      failed: ${textOf(data, "reason")}`, "bad"),
};

export const storyOf = ({ type, data }: FollowedEvent): readonly Line[] =>
  Object.hasOwn(tellers, type) ? (tellers[type]?.(data) ?? []) : [];
