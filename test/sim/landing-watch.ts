// What must hold of work that lands: nothing unproved, nothing lost, and the branch shows what landed and nothing else.
import { valueOf } from "../../src/kit/findings.ts";
import type { Draft } from "../../src/core/row.ts";
import type { Path } from "../../src/core/row.ts";
import { recorded } from "../../src/runtime/fold.ts";
import {
  baseSet,
  headMoved,
  landingTried,
  workLanded,
  workMerged,
} from "../../src/landing/events.ts";
import { branchRef, landRef } from "./places.ts";
import type { Content, Git } from "./git.ts";
import { insist } from "./watch.ts";

/** The repository's own check, of every story whose work lands: nothing that was left half done. */
export const soundCheck = { name: "sound", argv: ["sound"], cwd: ".", ms: 20_000 };
export const isSound = (content: Content): boolean =>
  ![...content].some(
    ([path, text]: readonly [Path, string]) =>
      path.startsWith("src/") && (text.startsWith("broken") || text.startsWith("<<<<<<<")),
  );

type Line = {
  branch: string;
  head: string;
  /** A person went back since: the head is one of those before. */
  back: boolean;
  readonly base: string;
  readonly landed: string[];
  readonly merged: Map<string, { readonly onto: string; readonly commit: string }>;
  readonly green: Set<string>;
};
export type LandingWatch = {
  appended(rows: readonly Draft[]): void;
  /** Before the branch is moved. */
  moves(run: string, to: string): void;
  /** A person put something else on the branch, or checked it out. */
  readonly touched: Set<string>;
  /** How many landings, conflicts and red checks there were. */
  readonly counts: { landings: number; conflicts: number; red: number };
  judge(): void;
  branches(): readonly string[];
};

export const makeLandingWatch = (git: Git): LandingWatch => {
  const lines = new Map<string, Line>();
  const touched = new Set<string>();
  const counts = { landings: 0, conflicts: 0, red: 0 };
  const lineOf = (run: string): Line => {
    const line = lines.get(run);
    if (line === undefined) throw new Error(`the base of ${run} isn't known`);
    return line;
  };
  const kept = (run: string, { landed }: Line): void =>
    landed.forEach((commit, index) =>
      insist(
        git.refs.get(landRef(run, index + 1)) === commit,
        () => `landing ${index + 1} of ${run}, ${commit}, is lost`,
      ),
    );
  const land = (run: string, line: Line, unit: string, n: number, commit: string): void => {
    const merged = line.merged.get(unit);
    insist(n === line.landed.length + 1, () => `landing ${n} came after ${line.landed.length}`);
    const isBefore = line.back && [line.base, ...line.landed].includes(merged?.onto ?? "");
    insist(
      merged?.commit === commit && (merged.onto === line.head || isBefore),
      () => `${unit} landed as ${commit}, which wasn't merged with the head`,
    );
    insist(
      git.refs.get(landRef(run, n)) === commit,
      () => `${unit} landed as ${commit} before the repository kept it`,
    );
    insist(
      git.descends(merged?.onto ?? "", commit),
      () => `${commit} landed, and the head isn't among its parents`,
    );
    insist(
      line.green.has(commit),
      () => `${unit} landed as ${commit} before its checks were green`,
    );
    insist(
      isSound(git.of(commit).content),
      () => `${unit} landed as ${commit}, on which the repository's check fails`,
    );
    line.landed.push(commit);
    line.head = commit;
    line.back = false;
    counts.landings += 1;
  };
  return {
    touched,
    counts,
    branches: () => [...lines.values()].map(({ branch }) => branch),
    appended(rows) {
      for (const row of rows) {
        const { run } = row;
        const { type, data } = recorded(row);
        if (type === "BaseSet") {
          const { base, name } = valueOf(baseSet.schema, data);
          lines.set(run, {
            branch: name,
            head: base.commit,
            back: false,
            base: base.commit,
            landed: [],
            merged: new Map(),
            green: new Set(),
          });
        }
        const line = lines.get(run);
        if (line === undefined) continue;
        if (type === "WorkMerged") {
          const { unit, onto, merged } = valueOf(workMerged.schema, data);
          insist(
            git.descends(onto, merged.commit),
            () => `${unit} was merged onto ${onto}, and ${merged.commit} doesn't hold that`,
          );
          line.merged.set(unit, { onto, commit: merged.commit });
        }
        if (type === "ConflictFound") counts.conflicts += 1;
        if (type === "LandingTried") {
          const { commit, passed } = valueOf(landingTried.schema, data);
          if (passed) line.green.add(commit);
          else counts.red += 1;
        }
        if (type === "WorkLanded") {
          const { unit, n, landed } = valueOf(workLanded.schema, data);
          land(run, line, unit, n, landed.commit);
        }
        if (type === "RunRolledBack") line.back = true;
        if (type === "HeadMoved") line.head = valueOf(headMoved.schema, data).to.commit;
        kept(run, line);
      }
    },
    moves(run, to) {
      const { landed, back, base } = lineOf(run);
      insist(
        landed.includes(to) || (back && to === base),
        () => `the branch of ${run} is moved to ${to}, which hasn't landed`,
      );
    },
    judge() {
      for (const [run, line] of lines) {
        kept(run, line);
        const shown = git.refs.get(branchRef(line.branch)) ?? null;
        const last = line.landed.at(-1) ?? null;
        insist(
          touched.has(line.branch) ||
            line.back ||
            shown === last ||
            (shown !== null && shown === line.head),
          () => `at the end ${line.branch} stands at ${shown}, and ${last} landed last`,
        );
      }
    },
  };
};
