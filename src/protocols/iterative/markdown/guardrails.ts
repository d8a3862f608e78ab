// Parser of guardrails.md: several forms of a lesson, one pattern each.
import { outlineOf, plainText, type Reading, sourceOf } from "./document.ts";
import { labelled, spelled } from "./labels.ts";
import { isBlank } from "./lines.ts";
import { gathering, strange } from "./sections.ts";
import { plainValue } from "./values.ts";

export type GuardrailRead = {
  readonly name: string;
  readonly when: string;
  readonly problem: string;
  readonly solution: string;
  readonly learned: string;
  readonly at: number;
  /** Source text from its heading on. */
  readonly raw: string;
};
export type GuardrailsRead = Reading & {
  readonly patterns: readonly GuardrailRead[];
  /** Sections without a solution. */
  readonly unreadable: readonly {
    readonly name: string;
    readonly at: number;
    readonly raw: string;
  }[];
};

const names = ["When", "Problem", "Solution", "Learned"] as const;
const spell = spelled([...names, "Do"]);
const known: ReadonlySet<string> = new Set([...names, "Do"]);
const instruction = "read before starting any iteration. append when issues discovered.";

const stated = (value: string): string =>
  value.trim().toLowerCase() === "(not stated)" ? "" : plainValue(value);

/** A section with Do instead of Problem and Solution uses that as its solution. */
export const readGuardrails = (given: string): GuardrailsRead => {
  const text = plainText(given);
  const { title, head, sections } = outlineOf(text);
  const into = gathering(title);
  const intro = head.filter((line) => !isBlank(line));
  into.anchor = "instruction";
  const own = intro.filter((line) => line.text.trim().toLowerCase() !== instruction);
  strange(into, "text", sourceOf(own), own[0]?.at ?? 0);
  const patterns: GuardrailRead[] = [];
  const unreadable: GuardrailsRead["unreadable"][number][] = [];
  for (const { name, at, lines } of sections) {
    const anchor = `## ${name}`;
    into.spots.set(anchor, at);
    into.anchor = anchor;
    const { before, labels } = labelled(lines, spell);
    const raw = text.slice(at, lines.at(-1)?.end ?? text.length).trimEnd();
    const value = (label: string): string =>
      stated(labels.findLast((one) => one.name === label)?.value ?? "");
    const solution = value("Solution") === "" ? value("Do") : value("Solution");
    if (plainValue(name) === "" && solution === "") continue;
    if (solution === "") {
      unreadable.push({ name, at, raw });
      continue;
    }
    strange(into, "text", sourceOf(before), before[0]?.at ?? at);
    for (const label of labels) {
      if (known.has(label.name)) {
        into.anchor = `${anchor}/${label.name === "Do" ? "Solution" : label.name}`;
        into.spots.set(into.anchor, label.at);
      } else strange(into, "bullet", text.slice(label.at, label.end), label.at);
    }
    patterns.push({
      name,
      when: value("When"),
      problem: value("Problem"),
      solution,
      learned: value("Learned"),
      at,
      raw,
    });
  }
  return { text, spots: into.spots, unknown: into.unknown, patterns, unreadable };
};
