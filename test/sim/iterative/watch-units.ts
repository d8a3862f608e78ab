// Invariants of iterative's units and run: done, waived, raised or delivered only by right.
import { unitOf } from "../../../src/protocols/iterative/units.ts";
import type { Stage } from "../../../src/protocols/iterative/state.ts";
import { siteOf } from "../../../src/landing/site.ts";
import { insist } from "../watch.ts";
import { exitOn } from "./programs.ts";
import type { Moment } from "./watch.ts";

const people = new Set(["person", "parent"]);
const onlyPeople = new Set([
  "UnitAccepted",
  "PhaseSkipped",
  "ReviewAnswered",
  "UnitReopened by hand",
  "RunMoved",
  "PlanApproved",
  "PlanRejected",
  "DeliveryRejected",
]);
const rank: Readonly<Record<Stage, number>> = {
  idle: 0,
  work: 1,
  test: 1,
  gate: 1,
  "stepped-in": 1,
  stuck: 1,
  confirm: 2,
  regate: 2,
  verify: 3,
  settled: 4,
};

export const judgeUnits = ({ event, before, after, around, seen }: Moment): void => {
  const { kind } = event.by;
  insist(
    !onlyPeople.has(event.type) || people.has(kind),
    () => `${event.type} came from a ${kind}`,
  );
  insist(
    event.type !== "LimitSet" || kind === "person" || kind === "file",
    () => `a limit was set by a ${kind}`,
  );
  insist(
    event.type !== "LimitSet" || kind !== "file" || event.data.to < event.data.from,
    () => "a limit was raised by a hand edit",
  );
  if (event.type === "EditRefused")
    insist(
      around.isEdit(event.data.digest),
      () => `${event.data.path} was refused as an edit, and nobody edited it`,
    );
  for (const unit of after.units) {
    const was = unitOf(before, unit.id);
    if (was === null || was.stage === unit.stage) continue;
    const up = rank[unit.stage] > rank[was.stage];
    insist(
      !up || kind !== "file" || rank[unit.stage] < 2,
      () => `a hand edit made ${unit.id} ${unit.stage}`,
    );
    insist(
      !up || kind !== "recovery",
      () => `a recovery made ${unit.id} ${unit.stage}, which was ${was.stage}`,
    );
    insist(
      unit.stage !== "settled" || event.type === "UnitSettled" || event.type === "UnitAccepted",
      () => `${unit.id} is done by ${event.type}`,
    );
    insist(
      was.stage !== "settled" ||
        ["UnitReopened", "UnitDemoted", "UnitEdited", "UnitDropped"].includes(event.type),
      () => `${unit.id} was done, and is ${unit.stage} by ${event.type}`,
    );
  }
  if (event.type !== "GateRun" || event.data.outcome !== "green") return;
  const { tree, checks } = event.data;
  // What lies in the run's own folder is in no commit: where work lands, gates of Outputs go by what a clean checkout was lent.
  const own = event.data.unit;
  const isLent =
    siteOf(before) !== null &&
    before.units.some(({ id, output }) => output !== null && (own === null || id === own));
  const wrong = checks.filter(
    ({ argv }) => !isLent && argv.length > 0 && (exitOn(argv, seen.treeOf(tree ?? "")) ?? 0) !== 0,
  );
  insist(
    wrong.length === 0,
    () =>
      `gate ${event.data.n} of ${event.data.unit ?? "the whole"} is green, though ${wrong.map(({ name }) => name).join(", ")} fails on its tree`,
  );
};

export const judgeRun = ({ event, before, after }: Moment): void => {
  if (
    event.type === "PhaseEntered" &&
    event.data.phase === "verify" &&
    before.phase === "execute" &&
    !after.skipped
  )
    insist(
      after.units.every(({ stage }) => stage === "settled"),
      () => "it is verified before every unit is done",
    );
  if (event.type === "DeliveryApproved" && event.data.auto) {
    insist(before.bypasses.length === 0, () => "it delivers itself, though something was let go");
    insist(
      before.units.every(({ stage }) => stage === "settled"),
      () => "it delivers itself before every unit is done",
    );
    const { gate, review } = before.final;
    insist(
      gate !== null && gate.red.length === 0 && review?.verdict === "REVIEW_PASS",
      () => "it delivers itself without final gate or review",
    );
    insist(
      gate?.tree === review?.tree && event.data.tree === gate?.tree,
      () => "what is delivered isn't what final gate and review saw",
    );
  }
  if (event.type === "PhaseEntered" && event.data.phase === "complete")
    insist(
      before.delivery !== null && after.archive !== null,
      () => "it is complete before it is approved and put away",
    );
  insist(
    after.bypasses.length >= before.bypasses.length,
    () => `a bypass is no longer shown after ${event.type}`,
  );
};
