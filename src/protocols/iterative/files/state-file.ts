// Writer of state.json from the state, keys in the format's order.
import { pointTo } from "../../../core/json.ts";
import { withUnknown } from "../../../core/unknown-keys.ts";
import { type Json, printed } from "../../../core/print.ts";
import type { Path } from "../../../core/row.ts";
import { second } from "../../../core/seconds.ts";
import { reasonLimit } from "../limits.ts";
import { oneLine } from "../markdown/values.ts";
import type { State, Unit } from "../state.ts";
import { openDepends, statusOf, unitOf } from "../units.ts";

export const stateFile: Path = "state.json";
/** Prefix of the reason of an acceptance. */
export const acceptedPrefix = "Accepted with known gaps: ";

type Known = readonly (readonly [string, Json])[];
type Shown = { readonly status: string; readonly reason: string };

const acceptance = ({ accepted, gaps }: Unit): string => {
  const reason = accepted?.reason ?? "";
  const known = reason === "" ? gaps.map(({ problem }) => problem).join("; ") : reason;
  return known.startsWith(acceptedPrefix) ? known : `${acceptedPrefix}${known}`;
};

/** Waiting is derived: development shows it as blocked, knowledge as pending. */
const shown = (state: State, unit: Unit): Shown => {
  const status = statusOf(unit);
  if (status === "done")
    return { status, reason: unit.basis === "accepted" ? acceptance(unit) : "" };
  if (state.ended?.how === "cancelled") {
    const why = state.ended.reason.trim();
    return { status: "blocked", reason: why === "" ? "Run cancelled" : `Run cancelled: ${why}` };
  }
  if (status === "blocked") return { status, reason: unit.stuck?.reason ?? "" };
  const waits =
    unit.stage === "idle" && state.mode === "development" ? openDepends(state, unit) : [];
  return waits.length === 0
    ? { status, reason: "" }
    : { status: "blocked", reason: `Waiting on ${waits.join(", ")}` };
};

const unitKeys = (state: State, unit: Unit): Known => {
  const { status, reason } = shown(state, unit);
  const line = oneLine(reason, reasonLimit);
  const isDone = status === "done";
  return [
    ["status", status],
    ...(line === "" ? [] : [["reason", line] as const]),
    ...(unit.used < 1 ? [] : [["iterations_used", unit.used] as const]),
    ...(unit.confirmations < 1 ? [] : [["confirmations_used", unit.confirmations] as const]),
    ...(isDone ? [["verification_passed", unit.basis !== "accepted"] as const] : []),
    ["max_iterations", unit.max],
    ...(isDone && unit.completedAt !== null
      ? [["completed_at", second(unit.completedAt)] as const]
      : []),
  ];
};

export const stateText = (state: State): string => {
  const object = withUnknown(state.extras, stateFile);
  const isDevelopment = state.mode === "development";
  const units = isDevelopment ? "tasks" : "phases";
  return printed(
    object("", [
      ["task", state.task],
      ["slug", state.slug],
      ["mode", state.mode],
      ...(isDevelopment ? [] : [["domain", state.domain] as const]),
      ["created", second(state.createdAt)],
      ["updated", second(state.updatedAt)],
      ["phase", state.phase],
      ...(state.current === null || unitOf(state, state.current.unit) === null
        ? []
        : [
            [isDevelopment ? "current_task" : "current_phase", state.current.unit] as const,
            ["current_iteration", state.current.iteration] as const,
          ]),
      [
        units,
        object(
          `/${units}`,
          state.units.map(
            (unit) =>
              [unit.id, object(pointTo(`/${units}`, unit.id), unitKeys(state, unit))] as const,
          ),
        ),
      ],
      ...(isDevelopment
        ? [
            [
              "commits",
              state.commits.map(({ hash, subject }) => `${hash.slice(0, 7)}: ${oneLine(subject)}`),
            ] as const,
          ]
        : []),
    ]),
  );
};
