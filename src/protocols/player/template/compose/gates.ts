// Placement of gates between steps: at most one at each boundary, by fixed rules.
import { type CheckpointNode, saveable, type WorkNode } from "../template.ts";
import type { Step } from "./steps.ts";
import { type Member, nameOf, type Unit, unitName } from "./units.ts";

/** Links of the chain, in order: parallel nodes, or one gate. */
export type Link =
  | { readonly is: "work"; readonly nodes: readonly WorkNode[] }
  | { readonly is: "gate"; readonly node: CheckpointNode };
export type GateOptions = {
  /** Adds gates to those in the list. */ readonly inject: boolean;
  /** Gates pass automatically, except requested pauses. */ readonly auto: boolean;
};

const startsWith = (port: string, ...beginnings: readonly string[]): boolean =>
  port
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .some((word) => beginnings.some((beginning) => word.startsWith(beginning)));
const planners = ["workflow-plan", "spec-generator", "collaborative-plan-with-file"];

/** Makes a decision or an analysis that a person may want to see before work builds on it. */
const tellsMuch = ({ outputPorts, executor }: WorkNode): boolean =>
  outputPorts.some(
    (port) => startsWith(port, "plan", "spec", "analysis") || port === "review-findings",
  ) ||
  executor.includes("test-fix") ||
  executor.includes("integration-test");
/** Writes, delegates, or plans for a long time. */
const doesMuch = ({ type, executor }: WorkNode): boolean =>
  (type === "skill" && executor.includes("execute")) ||
  type === "agent" ||
  planners.includes(executor.split(":").at(-1) ?? "");

const isDue = (before: readonly Member[], next: readonly Member[]): boolean =>
  before.some(({ node }) => tellsMuch(node)) || next.some(({ node }) => doesMuch(node));

/** Should a person look before the next unit starts? */
const waits = (next: readonly Member[]): boolean =>
  next.some(
    ({ node }) =>
      node.background ||
      node.outputPorts.some(
        (port) => startsWith(port, "plan", "spec") || port === "review-findings",
      ),
  );

const title = (before: readonly Member[] | null, next: readonly Member[] | null): string =>
  before === null
    ? `Checkpoint: Before ${unitName(next ?? [])}`
    : `Checkpoint: After ${unitName(before)}`;
const told = (before: readonly Member[] | null, next: readonly Member[] | null): string => {
  if (before === null) return `Next: ${unitName(next ?? [])}`;
  return next === null
    ? `${unitName(before)} is done`
    : `${unitName(before)} is done; next: ${unitName(next)}`;
};

/** The chain with its gates, numbered in order. A requested gate stays as written, and no other is added next to it. */
export const linksOf = (units: readonly Unit[], { inject, auto }: GateOptions): readonly Link[] => {
  const links: Link[] = [];
  let gates = 0;
  const gate = (
    asked: Step | null,
    before: readonly Member[] | null,
    next: readonly Member[] | null,
  ): void => {
    gates += 1;
    const goesOn = asked === null ? auto || !waits(next ?? []) : asked.word.auto === true;
    const node: CheckpointNode = {
      id: `CP-${String(gates).padStart(2, "0")}`,
      name: asked === null || asked.text === null ? title(before, next) : nameOf(asked),
      type: "checkpoint",
      description: asked?.text ?? told(before, next),
      autoContinue: goesOn,
      saveFields: saveable,
    };
    links.push({ is: "gate", node });
  };
  units.forEach((unit, index) => {
    const [above, below] = [units[index - 1], units[index + 1]];
    if (unit.is === "gate") {
      gate(
        unit.step,
        above?.is === "work" ? above.members : null,
        below?.is === "work" ? below.members : null,
      );
      return;
    }
    if (inject && above?.is === "work" && isDue(above.members, unit.members))
      gate(null, above.members, unit.members);
    links.push({ is: "work", nodes: unit.members.map(({ node }) => node) });
  });
  return links;
};
