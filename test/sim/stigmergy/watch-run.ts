// Invariants of a stigmergy run: gates, halts and questions belong to a person; no deadlock.
import type { Recorded } from "../../../src/core/row.ts";
import { life } from "../../../src/protocols/stigmergy/ended.ts";
import { jobs } from "../../../src/protocols/stigmergy/jobs.ts";
import type { StigmergyEvent } from "../../../src/protocols/stigmergy/events.ts";
import type { State } from "../../../src/protocols/stigmergy/state.ts";
import { insist } from "../watch.ts";
import type { Moment } from "./watch.ts";

const personal: ReadonlySet<string> = new Set([
  "GateRefused",
  "Unhalted",
  "QuestionAnswered",
  "DriftAccepted",
  "StoryReopened",
  "StoryWithdrawn",
  "StoryForced",
  "Configured",
  "Archived",
]);
const whileHalted: ReadonlySet<string> = new Set([
  "Unhalted",
  "Cancelled",
  "Paused",
  "Resumed",
  "Configured",
  "AutonomySet",
  "AutonomyAsked",
  "BlueprintDrifted",
  "DriftReverted",
  "ActionRecorded",
  "ExtrasKept",
  "EditRefused",
]);
const lost = new Set(["nobody knows how it ended", "whoever had it let the lease run out"]);

/** `begin`: the state in which the command came. */
const judgeSender = ({ event, before, after, around }: Moment, begin: State): void => {
  const isPerson = event.by.kind === "person";
  if (personal.has(event.type))
    insist(isPerson, () => `${event.type} came from a ${event.by.kind}`);
  if (event.type === "GatePassed" && event.data.by !== "saul")
    insist(isPerson, () => `a ${event.by.kind} passed the gate ${event.data.gate}`);
  if (event.type === "GatePassed" && event.data.by === "saul") {
    const [gate = ""] = event.data.gate.split(":", 1);
    const waits =
      after.autonomy === "supervised" && after.settings.gates.some((one) => one === gate);
    insist(!waits, () => `the gate ${event.data.gate} passed by itself`);
  }
  if (after.autonomy === "autonomous" && before.autonomy !== "autonomous")
    insist(isPerson, () => `a ${event.by.kind} made it autonomous`);
  if (begin.halted !== null && before.halted !== null && begin.life !== "cancelled")
    insist(whileHalted.has(event.type), () => `${event.type} happened during a halt`);
  if (before.archive !== null)
    insist(event.type === "EditRefused", () => `${event.type} happened in the archive`);
  if (event.type === "EditRefused")
    insist(
      around.isEdit(event.data.digest),
      () => `${event.data.path} was refused as an edit, and nobody edited it`,
    );
  const reason = event.type === "AttemptCounted" ? event.data.reason : "";
  // `run/job/fence/ended`; a path in a key may hold strokes, too.
  const [fence = "", ...rest] = event.cause.split("/").slice(1, -1).toReversed();
  const key = rest.toReversed().join("/");
  insist(
    !lost.has(reason) || !around.isFinished(key, Number(fence)),
    () => `${key} counts as lost, though its host had written how it ended`,
  );
};

/** What a whole command leaves. */
const judgeRest = (state: State, types: readonly Recorded<StigmergyEvent>[]): void => {
  for (const event of types) {
    if (event.type !== "StrikeCounted" || state.halted !== null) continue;
    const { subject } = event.data;
    const many = state.tallies[subject]?.strikes.length ?? 0;
    const called = state.issues.some(
      (issue) =>
        issue.subject === subject && (issue.status === "OPEN" || issue.status === "IN_PROGRESS"),
    );
    insist(
      many < state.settings.strikes || called,
      () => `${subject} has ${many} strikes, and nobody is called`,
    );
  }
  const due = jobs(state);
  insist(
    new Set(due.map(({ key }) => key)).size === due.length,
    () => `a key twice: ${due.map(({ key }) => key).join(", ")}`,
  );
  const free = due.filter(({ why }) => why === null).map(({ key }) => key.split("-", 1)[0] ?? "");
  insist(
    life(state) !== "live" || free.length > 0,
    () => `nothing may begin: ${JSON.stringify(due.map(({ key, why }) => [key, why]))}`,
  );
  const looks = free.includes("review") || free.includes("accept") || free.includes("check");
  insist(
    !looks || !free.includes("work"),
    () => `work may begin while others look at the tree: ${free.join(", ")}`,
  );
};

export const judgeRun = (): ((moment: Moment) => void) => {
  let cause: string | null = null;
  let begin: State | null = null;
  let types: Recorded<StigmergyEvent>[] = [];
  return (moment) => {
    const { event, before } = moment;
    if (event.cause !== cause) {
      if (cause !== null) judgeRest(before, types);
      cause = event.cause;
      begin = before;
      types = [];
    }
    types.push(event);
    judgeSender(moment, begin ?? before);
  };
};
