// Facts that iterative's commands request; the engine fills them in, so that no sender can forge them.
import { isPlainPath } from "../../core/glob.ts";
import type { Ask, Facts } from "../../core/protocol.ts";
import { isRecord } from "../../core/json/record.ts";
import type { Path } from "../../core/row.ts";
import type { ContentAsk, Moment } from "../../core/span.ts";
import type { DataOf } from "../../kit/schema.ts";
import { freePath } from "./documents.ts";
import { ignores } from "./ignores.ts";
import { declared } from "./meets.ts";
import type { adoptInput } from "./opening-shapes.ts";
import { defaultSettings } from "./settings.ts";
import type { State, Unit } from "./state.ts";
import { archiveFolder, contentAsk, contentOf, home, outputPath, unitOf } from "./units.ts";

const named = ["span", "contents", "tree", "head", "known"] as const;
const fill = (_data: unknown, facts: Facts): object => ({
  span: facts.span ?? undefined,
  contents: facts.contents ?? {},
  tree: facts.tree,
  head: facts.head,
  known: facts.commits,
});

/** Digest of one unit's content, now or in the tree of `at`. */
const contentThen = (state: State, unit: Unit, at: Moment | null): Pick<Ask, "contents"> => ({
  contents: {
    [unit.id]: { ...contentAsk(state, unit), ...(at === null ? {} : { tree: at.tree }) },
  },
});
const allContents = (state: State): Pick<Ask, "contents"> => ({
  contents: Object.fromEntries(state.units.map((unit) => [unit.id, contentAsk(state, unit)])),
});

/** Texts of the requested files. */
const files = (facts: Facts): Readonly<Record<string, string | null>> =>
  Object.fromEntries(Object.entries(facts.files).map(([path, file]) => [path, file?.text ?? null]));

const outputKey = (path: Path): string => `output:${path}`;
/** Texts of Outputs, and whether they exist. A link is not an Output, because its target can change unnoticed. */
const outputsAsk = (outputs: readonly Path[]): Pick<Ask, "files" | "named" | "lenient"> => ({
  files: outputs.filter((path) => !path.endsWith("/")),
  named: outputs,
  lenient: true,
});
const outputContents = (outputs: readonly Path[]): Readonly<Record<string, ContentAsk>> =>
  Object.fromEntries(outputs.map((path) => [outputKey(path), { globs: [path] }]));
const withOutputs = (data: unknown, facts: Facts): object => {
  const none = Object.entries(facts.named ?? {}).flatMap(([path, { is, link }]) =>
    link === true || is === "outside" || is === "unreadable" ? [path] : [],
  );
  return {
    ...fill(data, facts),
    files: { ...files(facts), ...Object.fromEntries(none.map((path) => [path, null])) },
    contents: {
      ...facts.contents,
      ...Object.fromEntries(none.map((path) => [outputKey(path), null])),
    },
  };
};

type OfUnit = { readonly unit: string };

/** The tree, and the content of the given unit. */
const measured = {
  ask: (state: State, { unit: id }: OfUnit): Ask => {
    const unit = unitOf(state, id);
    return { tree: true, ...(unit === null ? {} : contentThen(state, unit, null)) };
  },
  fill,
  filled: named,
};

const hashes = (text: string): readonly string[] => text.match(/\b[0-9a-f]{7,40}\b/gu) ?? [];
const commitLines = (entry: string): string =>
  entry
    .split("\n")
    .filter((line) => line.includes("Commit"))
    .join("\n");

type Passed = OfUnit & {
  readonly after?: Moment | undefined;
  readonly heard?: { readonly report: unknown } | undefined;
  readonly entry?: string | undefined;
};

/** Commits that a pass names; the engine checks whether they exist. */
const namedCommits = (pass: Unit["pass"], { heard, entry = "" }: Passed): readonly string[] => {
  const commit = isRecord(heard?.report) ? heard.report["commit"] : null;
  const entries = [...(pass?.entries ?? []), entry].map(commitLines);
  const said = [typeof commit === "string" ? commit : "", ...entries];
  return [...new Set(hashes(said.join("\n")))].slice(0, 50);
};

const readMost = 50;
/** Files of the unit to search for stubs. */
const readable = (state: State, unit: Unit): readonly string[] =>
  [...new Set([...declared(state, unit), ...unit.touched])]
    .filter((path) => isPlainPath(path) && !path.endsWith("/"))
    .slice(0, readMost);

/** Changes since the unit's pass began, or since its content was last known. The current tree is measured only if no end was. */
const passed = {
  ask: (state: State, data: Passed): Ask => {
    const unit = unitOf(state, data.unit);
    if (unit === null) return {};
    const after = data.after ?? null;
    const { pass, stepped } = unit;
    return {
      span: { from: pass?.base ?? stepped ?? { tree: null, head: null }, to: after },
      ...contentThen(state, unit, after),
      commits: namedCommits(pass, data),
      files: readable(state, unit),
      lenient: true,
    };
  },
  fill: (data: unknown, facts: Facts) => ({ ...fill(data, facts), files: files(facts) }),
  filled: [...named, "files"],
};

type Between = { readonly before: Moment; readonly after?: Moment | undefined };
const spanAsk = ({ before, after }: Between): Ask => ({
  ...(after === undefined ? { tree: true } : {}),
  span: { from: before, to: after ?? null },
});

/** Changes between two moments, and the content of every unit. */
const between = {
  ask: (state: State, data: Between): Ask => ({ ...spanAsk(data), ...allContents(state) }),
  fill,
  filled: named,
};

/** As `between`, for one unit if named, with the texts of Outputs, which a gate judges. */
const gate = {
  ask: (state: State, data: Between & { readonly unit: string | null }): Ask => {
    const unit = data.unit === null ? null : unitOf(state, data.unit);
    const units = unit === null ? state.units : [unit];
    const outputs = units.flatMap(({ output }) =>
      output === null ? [] : [outputPath(state, output)],
    );
    const { contents } =
      unit === null ? allContents(state) : contentThen(state, unit, data.after ?? null);
    const { files: texts = [], ...asked } = outputsAsk(outputs);
    const free = units.flatMap(({ touched }) =>
      touched.filter((path) => freePath(state, path) !== null),
    );
    return {
      ...spanAsk(data),
      ...asked,
      files: [...new Set([...texts, ...free.slice(0, readMost)])],
      contents: { ...contents, ...outputContents(outputs) },
    };
  },
  fill: withOutputs,
  filled: [...named, "files"],
};

const adopted = {
  ask: (_state: null, { found }: DataOf<typeof adoptInput>): Ask => {
    const { slug, archived: archive, mode, units } = found;
    const outputs = units.flatMap(({ output }) =>
      output === null ? [] : [outputPath({ slug, archive }, output)],
    );
    // The run doesn't exist yet, so its own files are excluded here.
    const except = [...defaultSettings.ignore, ...ignores({ slug, archive })];
    const contents = units.map(
      (unit) => [unit.id, { globs: contentOf({ slug, archive, mode }, unit), except }] as const,
    );
    const commits = [
      ...units.flatMap((unit) => unit.commits),
      ...found.commits.map(({ hash }) => hash),
    ];
    return {
      tree: true,
      contents: { ...Object.fromEntries<ContentAsk>(contents), ...outputContents(outputs) },
      ...outputsAsk(outputs),
      commits: [...new Set(commits)],
    };
  },
  fill: withOutputs,
  filled: [...named, "files", "run"],
};

const tree = {
  ask: (state: State): Ask => ({ tree: true, ...allContents(state) }),
  fill,
  filled: named,
};

/** The guardrails of an archived run, by the names of its folders. */
const guardrailsOf = {
  ask: (
    _state: null,
    { guardrails_from: slug }: { readonly guardrails_from?: string | undefined },
  ): Ask =>
    // A name that is neither a slug nor an archived folder's matches nothing.
    slug === undefined || !/^[a-z0-9-]{1,80}$/u.test(slug)
      ? { files: [] }
      : { folders: [{ folder: `${archiveFolder}/{${slug},${slug}-2*}`, ending: "guardrails.md" }] },
  fill: (_data: unknown, facts: Facts) => ({ files: files(facts) }),
  filled: ["files", "origin", "run", "root"],
};

const commits = {
  ask: (_state: State, { hash }: { readonly hash: string }): Ask => ({
    commits: hash === "" ? [] : [hash],
  }),
  fill: (_data: unknown, facts: Facts) => ({ known: facts.commits }),
  filled: ["known"],
};

/** Names already used in the run's target folder. */
const takenIn = (folder: Path) => ({
  ask: (): Ask => ({ names: [folder] }),
  fill: (_data: unknown, facts: Facts) => ({ taken: facts.names?.[folder] ?? [] }),
  filled: ["taken"],
});

export const world = {
  measured,
  passed,
  between,
  gate,
  adopted,
  tree,
  guardrailsOf,
  commits,
  archiving: takenIn(archiveFolder),
  unarchiving: takenIn(home),
} as const;
