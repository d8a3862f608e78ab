// Parser of brief.md: values with their places.
import { isNamed, outlineOf, plainText, type Reading, wholeSection } from "./document.ts";
import { spelled } from "./labels.ts";
import { enter, gathering, headLabels, listIn, strange, textIn } from "./sections.ts";
import { plainValue } from "./values.ts";

/** null if the block is missing; "" or an empty list if it says "nothing". */
export type BriefRead = Reading & {
  readonly title: string | null;
  readonly created: string | null;
  readonly mode: string | null;
  readonly domain: string | null;
  readonly outcome: string | null;
  readonly doneWhen: readonly string[] | null;
  readonly constraints: readonly string[] | null;
  readonly notes: string | null;
};

const names = ["Created", "Mode", "Domain"] as const;
const canon = spelled(names);
const known: ReadonlySet<string> = new Set(names);

const spaced = (name: string): string =>
  name
    .split("/")
    .map((part) => part.trim())
    .join(" / ");

export const readBrief = (given: string): BriefRead => {
  const text = plainText(given);
  const { title, head, sections } = outlineOf(text);
  const into = gathering(title);
  const labels = headLabels(text, head, canon, known, into);
  let outcome: string | null = null;
  let doneWhen: readonly string[] | null = null;
  let constraints: readonly string[] | null = null;
  let notes: string | null = null;
  for (const section of sections) {
    if (isNamed(section, "Outcome Needed") && outcome === null) {
      enter(into, section, "Outcome Needed");
      outcome = textIn(section.lines);
    } else if (isNamed(section, "Done When") && doneWhen === null) {
      enter(into, section, "Done When");
      doneWhen = listIn(section.lines, into);
    } else if (isNamed(section, "Constraints") && constraints === null) {
      enter(into, section, "Constraints");
      constraints = listIn(section.lines, into);
    } else if (
      isNamed({ ...section, name: spaced(section.name) }, "Approach / Notes") &&
      notes === null
    ) {
      enter(into, section, "Approach / Notes");
      notes = textIn(section.lines);
    } else strange(into, "section", wholeSection(text, section), section.at);
  }
  const value = (name: string): string | null => labels.get(name)?.value ?? null;
  return {
    text,
    spots: into.spots,
    unknown: into.unknown,
    title: title === null ? null : plainValue(title.text),
    created: value("Created"),
    mode: value("Mode"),
    domain: value("Domain"),
    outcome,
    doneWhen,
    constraints,
    notes,
  };
};
