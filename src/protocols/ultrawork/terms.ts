// Why: what the door reads of the world and fills in for each command of ultrawork is known without the schemas, so that what follows of itself can be foretold quickly.
import type { Terms } from "../../core/message.ts";
import { allTerms, type Worlds } from "../../core/terms.ts";
import type { UltraworkCommands } from "./messages.ts";
import type { State } from "./state.ts";
import { frame } from "./who.ts";

const isState = (value: unknown): value is State =>
  typeof value === "object" && value !== null && "verifyId" in value && "sweep" in value;
const fields = (data: unknown): object => (typeof data === "object" && data !== null ? data : {});
const list = (data: unknown, key: string): readonly string[] => {
  const value: unknown = Object.entries(fields(data)).find(([name]) => name === key)?.[1];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
};
const jobOf = (data: unknown): unknown =>
  Object.entries(fields(data)).find(([name]) => name === "job")?.[1];
const changedSinceBase = (state: unknown) =>
  isState(state) && state.base.tree !== null ? { changed: state.base.tree } : {};

export const worlds: Worlds<keyof UltraworkCommands> = {
  Start: {
    ask: () => ({ tree: true }),
    fill: (data, facts) => ({ ...fields(data), base: { head: facts.head, tree: facts.tree } }),
    filled: ["base", "origin", "run"],
  },
  Adopt: {
    ask: () => ({ tree: true }),
    fill: (data, facts) => ({ ...fields(data), base: { head: facts.head, tree: facts.tree } }),
    filled: ["base", "run"],
  },
  ProposePlan: {
    ask: changedSinceBase,
    fill: (data, facts) => ({
      ...fields(data),
      touched: facts.changed.map((change) => change.path),
    }),
    filled: ["touched"],
  },
  ClaimDone: {
    ask: (_state, data) => ({ commits: list(data, "commits") }),
    fill: (data, facts) => ({
      ...fields(data),
      known: list(data, "commits").filter((id) => facts.commits[id] === true),
    }),
    filled: ["known"],
  },
  RecordCheck: {
    // What changed since the run's base is kept once a sweep, with the measuring that ends it.
    ask: (state, data) =>
      isState(state) && jobOf(data) === `recheck-${state.sweep.no}-${state.verifyId}-1`
        ? changedSinceBase(state)
        : {},
    fill: (data, facts) => ({
      ...fields(data),
      changed: facts.changed.map((change) => change.path),
    }),
    filled: ["changed"],
  },
  ConfirmManual: {
    ask: () => ({ tree: true }),
    fill: (data, facts) => ({ ...fields(data), tree: facts.tree, head: facts.head }),
    filled: ["tree", "head"],
  },
  Complete: {
    ask: (state) => ({
      tree: true,
      ...(isState(state) && state.sweep.tree !== null ? { changed: state.sweep.tree } : {}),
    }),
    fill: (data, facts) => ({
      ...fields(data),
      tree: facts.tree,
      head: facts.head,
      paths: facts.changed.map((change) => change.path),
    }),
    filled: ["tree", "head", "paths"],
  },
};

export const terms: readonly Terms[] = allTerms(frame, worlds);
