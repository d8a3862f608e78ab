// Watch over iterative runs: what passes and gates are recorded as having found is what lies in the simulated trees.
import { isPlainPath } from "../../../src/core/glob.ts";
import type { Digest, Path } from "../../../src/core/row.ts";
import { siteOf } from "../../../src/landing/site.ts";
import { allEvents, type IterativeEvent } from "../../../src/protocols/iterative/events.ts";
import { iterative } from "../../../src/protocols/iterative/index.ts";
import type { State, Unit } from "../../../src/protocols/iterative/state.ts";
import { unitOf } from "../../../src/protocols/iterative/units.ts";
import { makeRunWatch, type Moment, notLost, ownOf, type RunWatch } from "../run-watch.ts";
import { insist } from "../watch.ts";
import { targetOf } from "./place.ts";
import { exitOn } from "./programs.ts";

export type IterativeWatch = RunWatch<State>;

/** What may be looked at: trees as they were measured, a file of the working tree as it is, and which job wrote it last. */
export type Seen = {
  readonly treeOf: (tree: Digest) => ReadonlyMap<Path, string>;
  readonly now: (path: Path) => { readonly text: string | null; readonly by: string | null };
};

const ownPaths = (state: State, unit: Unit): readonly string[] => [
  ...unit.files.filter(isPlainPath),
  ...(unit.output === null ? [] : [targetOf(state, unit)]),
];

type Told = Moment<State, IterativeEvent>;
type Bases = Map<string, string | null>;

const judgePass = ({ event, before, around }: Told, bases: Bases, seen: Seen): void => {
  if (before === null) return;
  if (event.type === "PassBegun")
    bases.set(`${event.data.unit}#${event.data.n}`, event.data.base.tree);
  if (event.type !== "PassEnded" && event.type !== "PassVoided") return;
  const key = `${event.data.unit}#${event.data.n}`;
  const unit = unitOf(before, event.data.unit);
  const base = bases.get(key) ?? null;
  const unseen =
    event.type === "PassVoided"
      ? event.data.why.includes("nobody saw")
      : event.data.why.startsWith("lost");
  if (unseen) notLost(around, key);
  if (unit === null) return;
  const own = ownPaths(before, unit);
  if (event.type === "PassVoided") {
    if (base === null) return;
    const then = seen.treeOf(base);
    const left = own.filter((path) => {
      const { text, by } = seen.now(path);
      return by === key && text !== (then.get(path) ?? null);
    });
    insist(left.length === 0, () => `${key} isn't counted, and left ${left.join(", ")}`);
    return;
  }
  const { did, known, from, to } = event.data.measured;
  const [a, b] = [from.tree, to.tree].map((tree) => (tree === null ? null : seen.treeOf(tree)));
  insist(
    did || !a || !b || own.every((path) => a.get(path) === b.get(path)),
    () => `${key} changed files of its unit, and counts as having changed nothing`,
  );
  insist(
    !known || from.tree === (base ?? from.tree),
    () => `${key} was measured from another tree than it began on`,
  );
};

const judgeGate = ({ event, before }: Told, { treeOf }: Seen): void => {
  if (before === null || event.type !== "GateRun" || event.data.outcome !== "green") return;
  const { n, unit: own, tree, checks } = event.data;
  // What lies in the run's own folder is in no commit: where work lands, gates of Outputs go by what a clean checkout was lent.
  const isLent =
    siteOf(before) !== null &&
    before.units.some(({ id, output }) => output !== null && (own === null || id === own));
  const wrong = checks.filter(
    ({ argv }) => !isLent && argv.length > 0 && (exitOn(argv, treeOf(tree ?? "")) ?? 0) !== 0,
  );
  const names = wrong.map(({ name }) => name).join(", ");
  insist(
    wrong.length === 0,
    () => `gate ${n} of ${own ?? "the whole"} is green, though ${names} fails on its tree`,
  );
};

const rules = {
  protocol: iterative,
  laws: await iterative.invariants?.(),
  isOwn: ownOf<IterativeEvent>(allEvents),
};
export const makeIterativeWatch = (note: (text: string) => void, seen: Seen): IterativeWatch => {
  const judge = () => {
    const bases: Bases = new Map();
    return (moment: Told): void => {
      judgePass(moment, bases, seen);
      judgeGate(moment, seen);
    };
  };
  return makeRunWatch({ ...rules, judge }, note);
};
