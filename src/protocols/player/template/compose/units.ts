// Grouping of steps into a chain of units: node, parallel group or gate, with ids.
import type { WorkNode } from "../template.ts";
import type { Step } from "./steps.ts";
import { ruleFor } from "./words.ts";

/** A work node together with its step. */
export type Member = { readonly step: Step; readonly node: WorkNode };
export type Unit =
  | { readonly is: "work"; readonly members: readonly Member[] }
  | { readonly is: "gate"; readonly step: Step };

export type Complexity = "simple" | "medium" | "complex";

const nameLetters = 40;

/** Start of the text on one line, else the word. */
export const nameOf = ({ text, word }: Step): string => {
  const line = (text ?? "").replaceAll(/\s+/gu, " ").trim();
  return line === "" ? word.word : [...line].slice(0, nameLetters).join("").trim();
};

/** Parallel steps grouped, in order. */
export const grouped = (steps: readonly Step[]): readonly (readonly Step[])[] => {
  const groups: Step[][] = [];
  for (const step of steps) {
    if (step.beside) groups.at(-1)?.push(step);
    else groups.push([step]);
  }
  return groups;
};

/** Based on the number of work nodes and of groups. */
export const complexityOf = (steps: readonly Step[]): Complexity => {
  const work = steps.filter(({ word }) => word.type !== "checkpoint").length;
  const groups = grouped(steps).filter((members) => members.length > 1).length;
  if (work >= 8 || groups >= 2) return "complex";
  return work <= 3 && groups === 0 ? "simple" : "medium";
};

/** Last node with this word in the unit before; null if none. */
const after = (before: readonly Member[], word: string): string | null =>
  before.findLast(({ step }) => step.word.word === word)?.node.id ?? null;

const argsOf = (step: Step, before: readonly Member[]): string => {
  const text = step.text ?? "{goal}";
  const last = before.at(-1)?.node.id ?? null;
  const either = (id: string | null, told: (id: string) => string): string =>
    id === null ? text : told(id);
  switch (step.word.word) {
    case "planning":
      return either(after(before, "analysis"), (id) => `${text} --context {${id}.output_path}`);
    case "execution":
      return either(after(before, "planning"), (id) => `--resume-session {${id}.session_id}`);
    case "testing":
      return either(after(before, "execution"), (id) => `--session {${id}.session_id}`);
    case "review":
      return either(last, (id) => `--session {${id}.session_id}`);
    case "analysis":
      return [
        "PURPOSE: {goal}",
        `TASK: ${text}`,
        "MODE: analysis",
        "CONTEXT: @**/*",
        "EXPECTED: analysis",
        "CONSTRAINTS: read only",
      ].join("\n");
    case "agent":
      return last === null
        ? `Task: ${text}`
        : `Task: ${text}\n\nContext from previous step:\n{${last}.output}`;
    default:
      return text;
  }
};

const memberOf = (
  step: Step,
  id: string,
  group: string | null,
  before: readonly Member[],
  complexity: Complexity,
): Member => {
  const { word } = step;
  const complex = complexity === "complex" ? word.complex : undefined;
  const isCli = word.type === "cli";
  return {
    step,
    node: {
      id,
      name: nameOf(step),
      type: word.type === "checkpoint" ? "skill" : word.type,
      executor: isCli ? "ccw cli" : (complex?.executor ?? word.executor),
      cliTool: isCli ? word.executor : null,
      cliMode: "analysis",
      cliRule: word.word === "analysis" ? ruleFor(step.text ?? "") : null,
      args: argsOf(step, before),
      inputPorts: word.ports.in,
      outputPorts: complex?.out ?? word.ports.out,
      group,
      background: word.type === "agent" && step.background,
      onFail: step.onFail ?? "abort",
    },
  };
};

const idOf = (number: number, index: number, count: number): string =>
  `N-${String(number).padStart(3, "0")}${count > 1 ? String.fromCodePoint(97 + index) : ""}`;

/** The chain, with gates where the list has them. References skip gates and point to the previous work unit. */
export const unitsOf = (steps: readonly Step[], complexity: Complexity): readonly Unit[] => {
  let number = 0;
  let groups = 0;
  let before: readonly Member[] = [];
  return grouped(steps).flatMap((together): readonly Unit[] => {
    const [first] = together;
    if (first === undefined) return [];
    if (first.word.type === "checkpoint") return [{ is: "gate", step: first }];
    number += 1;
    if (together.length > 1) groups += 1;
    const group = together.length > 1 ? `group-${groups}` : null;
    const members = together.map((step, index) =>
      memberOf(step, idOf(number, index, together.length), group, before, complexity),
    );
    before = members;
    return [{ is: "work", members }];
  });
};

/** Names of a unit's nodes, as its gates show them. */
export const unitName = (members: readonly Member[]): string =>
  members.map(({ node }) => node.name).join(" + ");
