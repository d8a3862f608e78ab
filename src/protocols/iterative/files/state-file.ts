// The keys of state.json, made anew from the state each time.
import { pointTo } from "../../../core/json/json.ts";
import { byName, list, text } from "../../../core/json/schema.ts";
import { type With, withUnknown } from "../../../kit/document/unknown-keys.ts";
import { type Json, printed } from "../../../kit/json/print.ts";
import type { Path } from "../../../core/row.ts";
import { second, secondOrNull } from "../../../core/words/seconds.ts";
import { objectOf } from "../../../kit/document/keys.ts";
import { schemaOf } from "../../../kit/document/keys-schema.ts";
import { reasonLimit, slugLimit, taskLimit } from "../limits.ts";
import { oneLine } from "../markdown/values.ts";
import { knowledgeDomains } from "../request-words.ts";
import type { Mode, State, Unit } from "../state.ts";
import { openDepends, statusOf, unitOf } from "../units.ts";
import { phases, statusWords } from "./words.ts";

export const stateFile: Path = "state.json";
/** Prefix of the reason of an acceptance. */
export const acceptedPrefix = "Accepted with known gaps: ";

/** `done`: the unit if it is. */
type Shown = {
  readonly unit: Unit;
  readonly done?: Unit;
  readonly status: string;
  readonly reason: string;
};

const acceptance = ({ accepted, gaps }: Unit): string => {
  const reason = accepted?.reason ?? "";
  const known = reason === "" ? gaps.map(({ problem }) => problem).join("; ") : reason;
  return known.startsWith(acceptedPrefix) ? known : `${acceptedPrefix}${known}`;
};

/** Waiting is derived: development shows it as blocked, knowledge as pending. */
const shown = (state: State, unit: Unit): Omit<Shown, "unit"> => {
  const status = statusOf(unit);
  if (status === "done")
    return { done: unit, status, reason: unit.basis === "accepted" ? acceptance(unit) : "" };
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

export const unit = objectOf<Shown>()("a unit must be an object", {
  status: ["should", { text: { enum: statusWords } }, ({ status }) => status],
  reason: ["may", "text", ({ reason }) => oneLine(reason, reasonLimit) || undefined],
  iterations_used: ["may", "whole", ({ unit }) => unit.used || undefined],
  confirmations_used: ["may", "whole", ({ unit }) => unit.confirmations || undefined],
  verification_passed: ["may", "flag", ({ done }) => done && done.basis !== "accepted"],
  max_iterations: ["should", "whole", ({ unit }) => unit.max],
  completed_at: ["may", "time", ({ done }) => secondOrNull(done?.completedAt ?? null) ?? undefined],
});

type Shows = (state: State, object: With) => Json | undefined;
const only =
  (mode: Mode) =>
  (shows: Shows): Shows =>
  (state, object) =>
    state.mode === mode ? shows(state, object) : undefined;
const [inDevelopment, inKnowledge] = [only("development"), only("knowledge")];

const units = { node: byName(schemaOf(unit)) };
const unitsAt =
  (at: "/tasks" | "/phases"): Shows =>
  (state, object) => {
    const written = (one: Unit): Json =>
      unit.written({ unit: one, ...shown(state, one) }, object, pointTo(at, one.id));
    return object(
      at,
      state.units.map((one) => [one.id, written(one)]),
    );
  };

/** Null if its unit isn't there any more. */
const current = (state: State): State["current"] =>
  unitOf(state, state.current?.unit ?? "") === null ? null : state.current;

const commit = { ...text, pattern: "^[0-9a-f]{7,40}: " };
const commits = ({ commits }: State): readonly string[] =>
  commits.map(({ hash, subject }) => `${hash.slice(0, 7)}: ${oneLine(subject)}`);

const task = { ...text, minLength: 1, maxLength: taskLimit };
const slug = { ...text, pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$", maxLength: slugLimit };
/** Keys of both modes. */
export const run = objectOf<State>()("the state must be an object", {
  task: ["should", { text: task }, (state) => state.task],
  slug: ["should", { text: slug }, (state) => state.slug],
  mode: ["should", { text: { const: "knowledge" } }, ({ mode }) => mode],
  domain: ["should", { text: { enum: knowledgeDomains } }, inKnowledge(({ domain }) => domain)],
  created: ["should", "time", ({ createdAt }) => second(createdAt)],
  updated: ["should", "time", ({ updatedAt }) => second(updatedAt)],
  phase: ["should", { text: { enum: phases } }, ({ phase }) => phase],
  current_task: ["may", "text", inDevelopment((state) => current(state)?.unit)],
  current_phase: ["may", "text", inKnowledge((state) => current(state)?.unit)],
  current_iteration: ["may", "whole", (state) => current(state)?.iteration],
  tasks: ["should", units, inDevelopment(unitsAt("/tasks"))],
  phases: ["should", units, inKnowledge(unitsAt("/phases"))],
  commits: ["should", { node: list(commit) }, inDevelopment(commits)],
});

export const stateText = (state: State): string =>
  printed(run.written(state, withUnknown(state.extras, stateFile), ""));
