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
  `agent ${textOf(data, key).replace(/^(?:task|verify)-/u, "")}`;
const of = (data: FollowedEvent["data"], text: string): string =>
  `task ${textOf(data, "unit")}   ${text}`;
/** Of the plan, not what makes or judges it. */
export const isTask = (unit: unknown): boolean => unit !== "plan" && unit !== "verify";

/** The program that checks a criterion, as in the plan. */
const checkOf = (criterion: Readonly<Record<string, unknown>>): string => {
  const check = isRecord(criterion["check"]) ? criterion["check"] : {};
  return textOf(check, "command") || `${textOf(check, "path")} holds ${textOf(check, "match")}`;
};

const proposed = (data: FollowedEvent["data"]): readonly Line[] =>
  listOf(data["set"])
    .filter(({ kind }) => kind === "task")
    .flatMap((task) => [
      ...line(`task ${textOf(task, "id")}   ${textOf(task, "title")}`),
      ...listOf(task["criteria"]).map((criterion): Line => ({
        tone: "dim",
        text: `         check: ${checkOf(criterion)}`,
      })),
    ]);

/** The checks of a task are told one by one; those of the whole, which repeat them all, in one line. */
const checked = (data: FollowedEvent["data"]): readonly Line[] => {
  const results = listOf(data["results"]);
  const isGood = results.every(({ passed }) => passed === true);
  if (!isTask(data["unit"]))
    return line(
      `verify   Cairn runs all ${results.length} checks again on the result: ${isGood ? "proved" : "NOT proved"}`,
      isGood ? "good" : "bad",
    );
  return results.flatMap((one) => {
    const word = one["passed"] === true ? "proved" : "NOT proved";
    return line(
      of(data, `Cairn runs ${textOf(one, "command")}: exit ${textOf(one, "exit")}, ${word}`),
      one["passed"] === true ? "good" : "bad",
    );
  });
};
const begun = (data: FollowedEvent["data"]): readonly Line[] => {
  const [attempt = ""] = /\d+$/u.exec(textOf(data, "job")) ?? [];
  return isTask(data["unit"])
    ? line(of(data, `${agentOf(data, "worker")} starts, attempt ${attempt}`))
    : [];
};

const tellers: Readonly<Record<string, (data: FollowedEvent["data"]) => readonly Line[]>> = {
  PlanProposed: proposed,
  JobBegun: begun,
  WorkClaimed: (data) =>
    line(of(data, `${agentOf(data, "by")} says done: "${textOf(data, "summary")}"`)),
  ChecksRecorded: checked,
  UnitDone: (data) => (isTask(data["unit"]) ? line(of(data, "done")) : []),
  UnitReturned: (data) =>
    line(of(data, "not done: back to an agent, with what the check printed"), "bad"),
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
