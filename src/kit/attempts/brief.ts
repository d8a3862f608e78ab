// Briefs of runs in attempts for workers, judges and people: the unit, earlier tries and criteria.
import { argvText } from "../../core/argv.ts";
import { isCheckFile } from "../../core/check-files.ts";
import { optionLines } from "../../core/decision-options.ts";
import type { Job } from "../../core/job.ts";
import type { Ask, Facts } from "../../core/protocol.ts";
import { fenced, fencedJson, page } from "../../core/quote.ts";
import { material, reportEnding } from "../../core/report-ending.ts";
import { aboutOf } from "./jobs.ts";
import { type Attempting, unitOf, workOf } from "./state.ts";

/** Protocol-specific parts of a brief. */
export type Telling<S extends Attempting> = {
  /** Phrase for the run's files, which need no editing: `the PRD and the progress file`. */
  readonly files: string;
  /** Noun for a unit: `story`. */
  readonly kind: string;
  /** The full description of a unit, as plain data; default: the unit as it is. */
  readonly unit?: (state: S, id: string) => object;
  /** Additional facts for a worker, and the text made of them. */
  readonly ask?: (state: S) => Ask;
  readonly more?: (state: S, id: string, facts: Facts) => readonly (string | null)[];
};

/** A heading with its text; null if the text is empty. */
export const part = (heading: string, text: string): string | null =>
  text === "" ? null : `## ${heading}\n\n${text}`;
export const quoted = (text: string): string => (text === "" ? "" : fenced(text));
export const listed = (list: readonly object[]): string =>
  list.length === 0 ? "" : fencedJson(list);

const worker = <S extends Attempting>(
  { files, kind, unit, more }: Required<Telling<S>>,
  state: S,
  job: Job,
  id: string,
  facts: Facts,
): string => {
  const { returned, note } = workOf(state, id);
  const others = state.units.filter((one) => one.id !== id).slice(0, 100);
  return page([
    `# One ${kind}\n\nDo this ${kind} and nothing besides, then report. What you say of it is a claim: the engine's checks and a judge decide.`,
    material,
    fencedJson(unit(state, id)),
    part("The pass before was returned", quoted(returned)),
    part("A person says", quoted(note)),
    ...more(state, id, facts),
    part(
      "Others, which are not yours",
      listed(
        others.map((one) => ({ id: one.id, title: one.title, is: workOf(state, one.id).status })),
      ),
    ),
    part(
      "Checks that the engine runs on what you leave",
      state.options.checks.map(({ argv }) => `- \`${argvText(argv)}\``).join("\n"),
    ),
    "If you can't finish it, report `failed` and why: a plain no is worth more than a half-done yes.",
    reportEnding(job, files, [`\`unit\`: \`${id}\``]),
  ]);
};

/** What is known of the pass that is judged: results of its checks, and its worker's claim. */
const passParts = ({ pass }: Attempting): readonly (string | null)[] => {
  const ran = (pass?.results ?? []).map(({ name, exit, hollow, excerpt }) => ({
    check: name,
    exit,
    ...(hollow ? { doubt: "it passes on an empty tree, too: it shows nothing" } : {}),
    output: excerpt,
  }));
  return [
    part("Checks, as the engine ran them", listed(ran)),
    part("What its worker says: a claim, which proves nothing", quoted(pass?.summary ?? "")),
  ];
};

const judge = <S extends Attempting>(
  { files, unit }: Required<Telling<S>>,
  state: S,
  job: Job,
  id: string,
  { changed }: Facts,
): string =>
  page([
    "# Judge\n\nYou did none of this work. Say of each criterion whether it is met, as the work lies before you. Read and run what you like, change nothing.",
    material,
    fencedJson(unit(state, id)),
    part("Changed since the run began", listed(changed.slice(0, 500))),
    part(
      "Of these, tests, manifests and build scripts",
      listed(changed.filter(({ path }) => isCheckFile(path)).slice(0, 100)),
    ),
    ...passParts(state),
    part("The last try to judge came to nothing", quoted(state.pass?.unjudged ?? "")),
    reportEnding(job, files, ["a judgement of each criterion, with a note on what you saw"]),
  ]);

/** For a person who judges. */
const acceptParts = (state: Attempting, id: string): readonly (string | null)[] => [
  part("Changed in this pass", quoted((state.pass?.changed ?? []).slice(0, 500).join("\n"))),
  `\`cairn diff ${state.run} ${id} --patch\` shows the changes.`,
  ...passParts(state),
];

export const briefs = <S extends Attempting>(given: Telling<S>) => {
  const telling = {
    unit: (state: S, id: string): object => unitOf(state, id) ?? { id },
    ask: () => ({}),
    more: () => [],
    ...given,
  };
  return {
    ask: (state: S, job: Job): Ask => {
      const { is } = aboutOf(job);
      if (is === "pass") return telling.ask(state);
      return is === "judge" && state.base !== null ? { tree: true, changed: state.base } : {};
    },
    brief: (state: S, job: Job, facts: Facts): string => {
      const about = aboutOf(job);
      if (about.is === "pass") return worker(telling, state, job, about.unit, facts);
      if (about.is === "judge") return judge(telling, state, job, about.unit, facts);
      if (about.is === "check")
        return state.options.checks.map(({ argv }) => argvText(argv)).join("\n");
      const { question = "", options = [] } = job.decision ?? {};
      return page([
        `# ${question}`,
        "unit" in about ? fencedJson(telling.unit(state, about.unit)) : null,
        ...(about.is === "accept" || about.is === "unjudged" ? acceptParts(state, about.unit) : []),
        about.is === "stuck"
          ? part("Its last pass", quoted(workOf(state, about.unit).returned))
          : null,
        part("Answers", optionLines(options)),
      ]);
    },
  };
};
