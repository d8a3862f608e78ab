// Why: what a command must know of the world is asked by the rules and read by the engine, so that no sender can make it up.
import { isPlainPath } from "../../core/glob.ts";
import type { Terms } from "../../core/message.ts";
import type { Ask, Facts } from "../../core/protocol.ts";
import { isRecord } from "../../core/record.ts";
import type { Path } from "../../core/row.ts";
import type { ContentAsk, Moment } from "../../core/span.ts";
import { freePath } from "./documents.ts";
import { ignores } from "./ignores.ts";
import { declared } from "./meets.ts";
import { defaultSettings } from "./settings.ts";
import type { State, Unit } from "./state.ts";
import { archiveFolder, contentAsk, contentOf, home, outputPath, unitOf } from "./units.ts";

type World = Required<Pick<Terms, "ask" | "fill">> & { readonly filled: readonly string[] };

const isState = (value: unknown): value is State =>
  isRecord(value) && "units" in value && "slug" in value && "guardrails" in value;
const fields = (data: unknown): Readonly<Record<string, unknown>> => (isRecord(data) ? data : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
const momentOf = (value: unknown): Moment | null =>
  isRecord(value) ? { tree: textOf(value["tree"]), head: textOf(value["head"]) } : null;

const unitIn = (
  state: unknown,
  data: unknown,
): { readonly state: State; readonly unit: Unit } | null => {
  if (!isState(state)) return null;
  const unit = unitOf(state, textOf(fields(data)["unit"]) ?? "");
  return unit === null ? null : { state, unit };
};

const named = ["span", "contents", "branch", "tree", "head", "known"] as const;
const fill = (data: unknown, facts: Facts): unknown => ({
  ...fields(data),
  span: facts.span ?? undefined,
  contents: facts.contents ?? {},
  branch: facts.branch,
  tree: facts.tree,
  head: facts.head,
  known: facts.commits,
});

/** Digest of one unit's content, as it is, or as it was in the tree of `at`. */
const contentThen = (state: State, unit: Unit, at: Moment | null): Pick<Ask, "contents"> => ({
  contents: {
    [unit.id]: { ...contentAsk(state, unit), ...(at === null ? {} : { tree: at.tree }) },
  },
});
const allContents = (state: State): Pick<Ask, "contents"> => ({
  contents: Object.fromEntries(state.units.map((unit) => [unit.id, contentAsk(state, unit)])),
});

/** Texts of the files that were asked for. */
const files = (facts: Facts): Readonly<Record<string, string | null>> =>
  Object.fromEntries(Object.entries(facts.files).map(([path, file]) => [path, file?.text ?? null]));
const withFiles = (data: unknown, facts: Facts): unknown => ({
  ...fields(fill(data, facts)),
  files: files(facts),
});

const outputKey = (path: Path): string => `output:${path}`;
/** Texts of Outputs, and whether something is there: a link is no Output, since what it leads to may change and nobody sees it. */
const outputsAsk = (
  outputs: readonly Path[],
): Required<Pick<Ask, "files" | "named" | "lenient">> => ({
  files: outputs.filter((path) => !path.endsWith("/")),
  named: outputs,
  lenient: true,
});
const withOutputs = (data: unknown, facts: Facts): unknown => {
  const none = Object.entries(facts.named ?? {}).flatMap(([path, { is, link }]) =>
    link === true || is === "outside" || is === "unreadable" ? [path] : [],
  );
  return {
    ...fields(withFiles(data, facts)),
    files: { ...files(facts), ...Object.fromEntries(none.map((path) => [path, null])) },
    contents: {
      ...facts.contents,
      ...Object.fromEntries(none.map((path) => [outputKey(path), null])),
    },
  };
};

/** The tree, and the content of the unit that is meant. */
const measured: World = {
  ask: (state, data) => {
    const found = unitIn(state, data);
    return { tree: true, ...(found === null ? {} : contentThen(found.state, found.unit, null)) };
  },
  fill,
  filled: named,
};

/** As `measured`; and whether another run is at work in the same working tree. */
const beginning: World = {
  ask: (state, data) => ({ ...measured.ask(state, data), beside: true }),
  fill: (data, facts) => ({ ...fields(fill(data, facts)), beside: facts.beside ?? null }),
  filled: [...named, "beside"],
};

const hashes = (text: string): readonly string[] => text.match(/\b[0-9a-f]{7,40}\b/gu) ?? [];
const commitLines = (entry: string): string =>
  entry
    .split("\n")
    .filter((line) => line.includes("Commit"))
    .join("\n");

/** Commits that a pass says it made: whether they exist is the engine's to say. */
const namedCommits = (
  pass: Unit["pass"],
  data: Readonly<Record<string, unknown>>,
): readonly string[] => {
  const report = fields(fields(data["heard"])["report"]);
  const entries = [...(pass?.entries ?? []), textOf(data["entry"]) ?? ""].map(commitLines);
  return [...new Set(hashes([textOf(report["commit"]) ?? "", ...entries].join("\n")))].slice(0, 50);
};

const readMost = 50;
/** Files of the unit in which stubs are looked for. */
const readable = (state: State, unit: Unit): readonly string[] =>
  [...new Set([...declared(state, unit), ...unit.touched])]
    .filter((path) => isPlainPath(path) && !path.endsWith("/"))
    .slice(0, readMost);

/** What happened since the unit's pass began, or since its content was last known. The present tree is measured only where no end was. */
const passed: World = {
  ask: (state, data) => {
    const found = unitIn(state, data);
    if (found === null) return {};
    const after = momentOf(fields(data)["after"]);
    const { pass, stepped } = found.unit;
    const from = pass?.base ?? stepped ?? { tree: null, head: null };
    return {
      span: { from, to: after },
      ...contentThen(found.state, found.unit, after),
      commits: namedCommits(pass, fields(data)),
      files: readable(found.state, found.unit),
      lenient: true,
    };
  },
  fill: withFiles,
  filled: [...named, "files"],
};

const between: World = {
  ask: (state, data) => {
    const [before, after] = [momentOf(fields(data)["before"]), momentOf(fields(data)["after"])];
    const found = unitIn(state, data);
    const contents =
      found === null
        ? isState(state)
          ? allContents(state)
          : {}
        : contentThen(found.state, found.unit, after);
    return {
      ...(after === null ? { tree: true } : {}),
      ...contents,
      ...(before === null ? {} : { span: { from: before, to: after } }),
    };
  },
  fill,
  filled: named,
};

/** As `between`, with the texts of Outputs, which a gate judges. */
const gate: World = {
  ask: (state, data) => {
    const found = unitIn(state, data);
    const units = found === null ? (isState(state) ? state.units : []) : [found.unit];
    const outputs = isState(state)
      ? units.flatMap(({ output }) => (output === null ? [] : [outputPath(state, output)]))
      : [];
    const asked = between.ask(state, data);
    const { files: texts, ...named } = outputsAsk(outputs);
    const free = isState(state)
      ? units.flatMap(({ touched }) => touched.filter((path) => freePath(state, path) !== null))
      : [];
    return {
      ...asked,
      ...named,
      files: [...new Set([...texts, ...free.slice(0, readMost)])],
      contents: {
        ...asked?.contents,
        ...Object.fromEntries(outputs.map((path) => [outputKey(path), { globs: [path] }])),
      },
    };
  },
  fill: withOutputs,
  filled: [...named, "files"],
};

const adopted: World = {
  ask: (_state, data) => {
    const found = fields(fields(data)["found"]);
    const units = Array.isArray(found["units"]) ? found["units"].filter(isRecord) : [];
    const slug = textOf(found["slug"]) ?? "";
    const archive = textOf(found["archived"]);
    const mode = found["mode"] === "knowledge" ? "knowledge" : "development";
    const globs = (unit: Readonly<Record<string, unknown>>): readonly string[] | null => {
      const list = Array.isArray(unit["files"])
        ? unit["files"].filter((one) => typeof one === "string")
        : [];
      return contentOf({ slug, archive, mode }, { files: list, output: textOf(unit["output"]) });
    };
    const outputs = units.flatMap((unit) => {
      const output = textOf(unit["output"]);
      return output === null ? [] : [outputPath({ slug, archive }, output)];
    });
    // The run isn't there yet, so nobody leaves its own files out.
    const except = [...defaultSettings.ignore, ...ignores({ slug, archive })];
    const told = [
      ...units.flatMap((unit) => listOf(unit["commits"])),
      ...listOf(found["commits"]).map((one) => fields(one)["hash"]),
    ];
    return {
      tree: true,
      contents: Object.fromEntries<ContentAsk>([
        ...units.map((unit) => [textOf(unit["id"]) ?? "", { globs: globs(unit), except }] as const),
        ...outputs.map((path) => [outputKey(path), { globs: [path] }] as const),
      ]),
      ...outputsAsk(outputs),
      commits: [...new Set(told.filter((hash) => typeof hash === "string"))],
    };
  },
  fill: withOutputs,
  filled: [...named, "files"],
};

const branch: World = {
  ask: () => ({}),
  fill: (data, facts) => ({ ...fields(data), branch: facts.branch }),
  filled: ["branch"],
};
const tree: World = {
  ask: (state) => ({ tree: true, ...(isState(state) ? allContents(state) : {}) }),
  fill,
  filled: named,
};

/** The guardrails of an archived run, by its folders' names. */
const guardrailsOf: World = {
  ask: (_state, data) => {
    const slug = textOf(fields(data)["guardrails_from"]);
    // Another name than a slug, or than an archived folder's, fits none.
    if (slug === null || !/^[a-z0-9-]{1,80}$/u.test(slug)) return { files: [] };
    return {
      folders: [{ folder: `${archiveFolder}/{${slug},${slug}-2*}`, ending: "guardrails.md" }],
    };
  },
  fill: withFiles,
  filled: ["files"],
};

const commits: World = {
  ask: (_state, data) => ({
    commits: [textOf(fields(data)["hash"]) ?? ""].filter((hash) => hash !== ""),
  }),
  fill: (data, facts) => ({ ...fields(data), known: facts.commits }),
  filled: ["known"],
};

/** Names that the folder has taken to which a run's own is to go. */
const takenIn = (folder: Path): World => ({
  ask: () => ({ names: [folder] }),
  fill: (data, facts) => ({ ...fields(data), taken: facts.names?.[folder] ?? [] }),
  filled: ["taken"],
});
const archiving = takenIn(archiveFolder);
const unarchiving = takenIn(home);

export const world = {
  measured,
  beginning,
  passed,
  between,
  gate,
  adopted,
  branch,
  tree,
  guardrailsOf,
  commits,
  archiving,
  unarchiving,
} as const;
