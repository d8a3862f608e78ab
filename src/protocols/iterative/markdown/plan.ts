// Parser of tasks.md and plan.md: units, dependencies and notes with their places.
import { type Edge, readArrows } from "./arrows.ts";
import {
  isNamed,
  outlineOf,
  plainText,
  type Reading,
  type Section,
  wholeSection,
} from "./document.ts";
import { spelled } from "./labels.ts";
import { isBlank, type Line } from "./lines.ts";
import {
  apartAt,
  enter,
  type Gathering,
  gathering,
  headLabels,
  strange,
  textIn,
} from "./sections.ts";
import { isUnitLine, readUnit, type UnitRead } from "./unit.ts";
import { plainValue } from "./values.ts";

export type PlanRead = Reading & {
  readonly title: string | null;
  readonly created: string | null;
  readonly domain: string | null;
  readonly total: string | null;
  readonly status: string | null;
  /** In order; duplicate ids are possible. */
  readonly units: readonly UnitRead[];
  /** null if there is no such section. `unread`: its lines that contain no chain. */
  readonly edges: readonly Edge[] | null;
  readonly unread: readonly { readonly text: string; readonly at: number }[];
  /** null if there is no such section, or for plan.md. */
  readonly notes: string | null;
};

const names = ["Created", "Domain", "Total", "Status"] as const;
const canon = spelled(names);
const known: ReadonlySet<string> = new Set(names);

const textBlock = (into: Gathering, lines: readonly Line[]): void => {
  const first = lines.findIndex((line) => !isBlank(line));
  const own = first < 0 ? [] : lines.slice(first);
  strange(
    into,
    "text",
    own
      .map(({ text }) => text)
      .join("\n")
      .trimEnd(),
    own[0]?.at ?? 0,
  );
};

const unitsIn = (lines: readonly Line[], into: Gathering, units: UnitRead[]): void => {
  const starts = lines.flatMap((line, index) => (isUnitLine(line) ? [index] : []));
  textBlock(into, lines.slice(0, starts[0] ?? lines.length));
  for (const [n, start] of starts.entries()) {
    const all = lines.slice(start, starts[n + 1] ?? lines.length);
    const end = apartAt(all);
    const unit = readUnit(all.slice(0, end));
    if (unit === null) continue;
    // Ignores the template's unit.
    if (unit.title !== "" || (unit.criteria ?? []).length > 0) units.push(unit);
    into.spots.set(unit.id, unit.at);
    for (const [name, at] of unit.spots) into.spots.set(`${unit.id}/${name}`, at);
    for (const { behind, text, at } of unit.strange) {
      into.anchor = behind === "" ? unit.id : `${unit.id}/${behind}`;
      strange(into, "bullet", text, at);
    }
    into.anchor = [unit.id, ...[...unit.spots.keys()].slice(-1)].join("/");
    textBlock(into, all.slice(end));
  }
};

const isUnits = (section: Section): boolean =>
  isNamed(section, "Tasks") || isNamed(section, "Phases");

export const readPlan = (given: string): PlanRead => {
  const text = plainText(given);
  const { title, head, sections } = outlineOf(text);
  const into = gathering(title);
  const labels = headLabels(text, head, canon, known, into);
  const units: UnitRead[] = [];
  const unread: PlanRead["unread"][number][] = [];
  let edges: Edge[] | null = null;
  let notes: string | null = null;
  for (const section of sections) {
    if (isNamed(section, "Dependencies")) {
      enter(into, section, "Dependencies");
      const arrows = readArrows(section.lines);
      edges = [...(edges ?? []), ...arrows.edges];
      for (const line of arrows.unread) unread.push(line);
    } else if (isNamed(section, "Notes") && notes === null) {
      enter(into, section, "Notes");
      notes = textIn(section.lines);
    } else if (isUnits(section)) {
      enter(into, section, section.name.toLowerCase() === "tasks" ? "Tasks" : "Phases");
      unitsIn(section.lines, into, units);
    } else if (section.lines.some(isUnitLine)) {
      // Units under an unknown heading are units, too.
      strange(
        into,
        "text",
        text.slice(section.at, section.lines[0]?.at ?? text.length),
        section.at,
      );
      unitsIn(section.lines, into, units);
    } else strange(into, "section", wholeSection(text, section), section.at);
  }
  const value = (name: string): string | null => labels.get(name)?.value ?? null;
  return {
    text,
    spots: into.spots,
    unknown: into.unknown,
    title:
      title === null
        ? null
        : plainValue(
            title.text.replace(/(?<![ \t])[ \t]+[-\u2013\u2014][ \t]+(?:tasks|phases)$/iu, ""),
          ),
    created: value("Created"),
    domain: value("Domain"),
    total: value("Total"),
    status: value("Status"),
    units,
    // The template's arrows name units that don't exist.
    edges: units.length === 0 ? (edges === null ? null : []) : edges,
    unread: units.length === 0 ? [] : unread,
    notes,
  };
};

/** Units that a unit depends on: its Depends line, else the arrows. In plan.md (`lines: false`) only the arrows count. */
export const dependsOf = (
  { edges }: Pick<PlanRead, "edges">,
  unit: Pick<UnitRead, "id" | "depends">,
  lines: boolean,
): readonly string[] =>
  lines && unit.depends !== null
    ? unit.depends
    : (edges ?? []).filter(([, after]) => after === unit.id).map(([before]) => before);
