// Invariants of iterative's passes: one begin, one end, judges other than workers.
import { isPlainPath } from "../../../src/core/glob.ts";
import type { PassKind, State, Unit } from "../../../src/protocols/iterative/state.ts";
import { meetsAt } from "../../../src/protocols/iterative/meets.ts";
import { unitOf } from "../../../src/protocols/iterative/units.ts";
import { insist } from "../watch.ts";
import { targetOf } from "./place.ts";
import type { Moment, Seen } from "./watch.ts";

type Known = {
  readonly kind: PassKind;
  readonly holder: string;
  readonly base: string | null;
  ended: string | null;
  did: boolean;
};
const counts = (kind: PassKind): boolean => kind === "work" || kind === "fix" || kind === "revise";
const ends = new Set(["PassEnded", "VerdictGiven", "PassVoided"]);

const ownPaths = (state: State, unit: Unit): readonly string[] => [
  ...unit.files.filter(isPlainPath),
  ...(unit.output === null ? [] : [targetOf(state, unit)]),
];
/** Its own files are the same in both trees, as far as they are named. */
const isSame = (
  state: State,
  unit: Unit,
  from: string | null,
  to: string | null,
  { treeOf }: Seen,
): boolean => {
  if (from === null || to === null) return true;
  const [a, b] = [treeOf(from), treeOf(to)];
  return ownPaths(state, unit).every((path) => a.get(path) === b.get(path));
};

export const judgePasses = (): ((moment: Moment) => void) => {
  const passes = new Map<string, Map<number, Known>>();
  const used = new Map<string, number>();
  const of = (unit: string): Map<number, Known> => {
    const found = passes.get(unit) ?? new Map<number, Known>();
    passes.set(unit, found);
    return found;
  };

  const begun = ({ event, before }: Moment): void => {
    if (event.type !== "PassBegun") return;
    const { unit: id, n, kind, holder, base } = event.data;
    const unit = unitOf(before, id);
    const all = of(id);
    insist(
      unit !== null && unit.pass === null,
      () => `${id}#${n} began beside another pass of its unit`,
    );
    insist(
      !all.has(n) && n === (unit?.seq ?? 0) + 1,
      () => `${id}#${n} began twice, or out of turn`,
    );
    insist(before.ended === null, () => `${id}#${n} began in a run that is over`);
    const workers = [...all]
      .filter(([, one]) => one.kind !== "verification")
      .map(([, one]) => one.holder);
    const judges = kind === "confirmation" || kind === "verification";
    insist(
      !judges || !workers.includes(holder),
      () => `${holder} worked on ${id} and began its ${kind}`,
    );
    insist(
      unit?.stage !== "idle" ||
        unit.depends.every((one) => (unitOf(before, one)?.stage ?? "settled") === "settled"),
      () => `${id} began before what it follows was done`,
    );
    all.set(n, { kind, holder, base: base.tree, ended: null, did: false });
    if (counts(kind)) used.set(id, (used.get(id) ?? 0) + 1);
    // Who steps in works in the tree whenever he likes.
    if (kind === "person") return;
    insist(!before.paused, () => `${id}#${n} began while the run was paused`);
    for (const other of before.units.filter(({ pass }) => pass !== null)) {
      const why = unit === null ? null : meetsAt(before, unit, other);
      insist(why === null, () => `${id} began beside ${other.id}: ${why}`);
    }
    insist(
      before.units.filter(({ pass }) => pass !== null).length < before.settings.workers,
      () => `${id} began beside more than may be at work`,
    );
  };

  const ended = (moment: Moment): void => {
    const { event, before, around, seen } = moment;
    if (event.type !== "PassEnded" && event.type !== "VerdictGiven" && event.type !== "PassVoided")
      return;
    const { unit: id, n } = event.data;
    const known = of(id).get(n);
    const unit = unitOf(before, id);
    const byHand = event.type === "PassEnded" && event.data.kind === "person";
    insist(byHand || known !== undefined, () => `${id}#${n} ended and never began`);
    insist(
      known === undefined || known.ended === null,
      () => `${id}#${n} ended twice, by ${known?.ended} and ${event.type}`,
    );
    if (known !== undefined) known.ended = event.type;
    if (event.type === "PassVoided" && known !== undefined && counts(known.kind))
      used.set(id, (used.get(id) ?? 0) - 1);
    const unseen =
      event.type === "PassVoided"
        ? event.data.why.includes("nobody saw")
        : event.type === "PassEnded" && event.data.why.startsWith("lost");
    insist(
      !unseen || !around.isFinished(`${id}#${n}`),
      () => `${id}#${n} counts as lost, though its host had written how it ended`,
    );
    if (
      event.type === "PassVoided" &&
      unit !== null &&
      known !== undefined &&
      known.base !== null
    ) {
      const base = seen.treeOf(known.base);
      const left = ownPaths(before, unit).filter((path) => {
        const { text, by } = seen.now(path);
        return by === `${id}#${n}` && text !== (base.get(path) ?? null);
      });
      insist(left.length === 0, () => `${id}#${n} isn't counted, and left ${left.join(", ")}`);
    }
    if (event.type !== "PassEnded" || unit === null) return;
    const { did, known: measured, from, to } = event.data.measured;
    if (known !== undefined) known.did = did;
    insist(
      did || isSame(before, unit, from.tree, to.tree, seen),
      () => `${id}#${n} changed files of ${id}, and counts as having changed nothing`,
    );
    insist(
      !measured || from.tree === (known?.base ?? from.tree),
      () => `${id}#${n} was measured from another tree than it began on`,
    );
  };

  const agreed = ({ event, before }: Moment): void => {
    if (event.type === "WorkConfirmed") {
      const { unit: id, holder } = event.data;
      const last = [...of(id)].findLast(([, one]) => one.holder === holder);
      insist(
        last?.[1].did === false,
        () => `${id} counts as confirmed by ${holder}, who changed it`,
      );
      insist(
        last?.[1].kind === "confirmation",
        () => `${id} was confirmed by ${holder}, who was at no confirmation`,
      );
    }
    if (event.type !== "UnitSettled") return;
    const { unit: id } = event.data;
    const { proofs, authors } = unitOf(before, id) ?? {};
    const [gate, consensus, verdict] = [proofs?.gate, proofs?.consensus, proofs?.verdict];
    insist(
      !!gate && !!consensus && !!verdict,
      () => `${id} is done without gate, consensus or verdict`,
    );
    insist(
      gate?.content === verdict?.content && consensus?.content === verdict?.content,
      () => `${id} is done on contents that differ`,
    );
    insist(
      verdict === null || verdict === undefined || authors?.includes(verdict.holder) !== true,
      () => `${id} was verified by its author`,
    );
    const all = [...of(id).values()];
    const workers = all
      .filter(({ kind }) => kind !== "verification" && kind !== "confirmation")
      .map(({ holder }) => holder);
    insist(
      !workers.includes(consensus?.holder ?? ""),
      () => `${id} was confirmed by one who worked on it`,
    );
    const judge = all.findLast(({ ended: how }) => how === "VerdictGiven");
    insist(
      judge?.holder === verdict?.holder && judge?.kind === "verification",
      () => `${id}'s verdict is of nobody who verified`,
    );
  };

  const tallied = ({ event, after }: Moment): void => {
    for (const unit of after.units) {
      const ran = used.get(unit.id) ?? 0;
      insist(
        unit.used === ran,
        () => `${unit.id} has used ${unit.used} passes, and ${ran} ran that count (${event.type})`,
      );
      insist(unit.used <= unit.max, () => `${unit.id} has used ${unit.used} passes of ${unit.max}`);
      const live = [...of(unit.id)].filter(([, one]) => one.ended === null).map(([n]) => n);
      insist(
        ends.has(event.type) || live.length === (unit.pass === null ? 0 : 1),
        () =>
          `${unit.id} has ${live.length} passes under way by its events, and ${unit.pass === null ? "none" : "one"} by its state`,
      );
    }
  };

  return (moment) => {
    begun(moment);
    ended(moment);
    agreed(moment);
    tallied(moment);
  };
};
