// Parser of the manifest from product requirements: epics and stories, with a finding per misfit.
import { type Refusal, refuse } from "../../../core/refusal.ts";
import { prdFile } from "../manifest.ts";
import { headingOf, plainLines } from "./lines.ts";

export type FoundStory = { readonly id: string; readonly title: string; readonly line: number };
export type FoundEpic = {
  readonly id: number;
  readonly title: string;
  readonly line: number;
  readonly stories: readonly FoundStory[];
};

const epicForm = /^epic[ \t]+(\d{1,9})[ \t]*[:\u2013-][ \t]*([^\n]*)$/iu;
const storyForm = /^story[ \t]+(\d{1,9})\.(\d{1,9})[ \t]*[:\u2013-][ \t]*([^\n]*)$/iu;
/** An unfilled placeholder of a template. */
const isPlaceholder = (title: string): boolean =>
  title === "" || /^(?:\[[^\]]*\]|<[^>]*>|\{\{?[^}]*\}?\}|\.{3}|title|tbd|todo)$/iu.test(title);

const wrong = (line: number, text: string, fits?: string): Refusal =>
  refuse("MANIFEST_INVALID", text, {
    path: prdFile,
    line,
    column: 1,
    ...(fits === undefined ? {} : { fits }),
  });

/** Findings: no epic, an empty epic, a story with another epic's number, a duplicate, an unfilled placeholder. */
export const manifestOf = (
  text: string,
): { readonly epics: readonly FoundEpic[]; readonly findings: readonly Refusal[] } => {
  const epics: { id: number; title: string; line: number; stories: FoundStory[] }[] = [];
  const findings: Refusal[] = [];
  const named = new Set<string>();
  const once = (name: string, line: number): void => {
    if (named.has(name)) findings.push(wrong(line, `${name} stands here twice`));
    named.add(name);
  };
  for (const one of plainLines(text)) {
    const heading = headingOf(one);
    if (heading === null || heading.level > 4) continue;
    const { title: words, line } = heading;
    const epic = epicForm.exec(words);
    const story = storyForm.exec(words);
    const title = (epic?.[2] ?? story?.[3] ?? "").trim();
    if ((epic ?? story) !== null && isPlaceholder(title))
      findings.push(wrong(line, `"${words.slice(0, 100)}" has no title of its own`));
    if (epic !== null) {
      once(`epic ${Number(epic[1])}`, line);
      epics.push({ id: Number(epic[1]), title, line, stories: [] });
    }
    if (story === null) continue;
    const id = `${Number(story[1])}.${Number(story[2])}`;
    once(`story ${id}`, line);
    const last = epics.at(-1);
    if (last === undefined || last.id !== Number(story[1]))
      findings.push(
        wrong(
          line,
          `story ${id} stands under ${last === undefined ? "no epic" : `epic ${last.id}`}`,
          `"## Epic ${story[1] ?? ""}: title" above it`,
        ),
      );
    else last.stories.push({ id, title, line });
  }
  if (epics.length === 0)
    findings.push(
      wrong(
        1,
        "no heading names an epic",
        '"## Epic 1: title", and below it "### Story 1.1: title"',
      ),
    );
  for (const { id, line, stories } of epics)
    if (stories.length === 0) findings.push(wrong(line, `epic ${id} has no story`));
  return { epics, findings };
};
