// Why: what a command must know of the world is asked by the rules and read by the engine, so that no sender can make it up.
import type { Terms } from "../../core/message.ts";
import type { Ask, Facts } from "../../core/protocol.ts";
import { isRecord } from "../../core/record.ts";
import type { Path } from "../../core/row.ts";
import type { Moment } from "../../core/span.ts";
import {
  allDocs,
  architectureFiles,
  archiveFolder,
  auditFile,
  briefFile,
  prdFile,
  proofAsk,
  qaFile,
  storyFile,
  storyIn,
  uxFile,
} from "./manifest.ts";
import { straysIn } from "./check-words.ts";
import type { State } from "./state.ts";
import { workOf } from "./subjects.ts";

type World = Required<Pick<Terms, "ask" | "fill">> & { readonly filled: readonly string[] };

const isState = (value: unknown): value is State =>
  isRecord(value) && "epics" in value && "tallies" in value;
const fields = (data: unknown): Readonly<Record<string, unknown>> => (isRecord(data) ? data : {});
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
const momentOf = (value: unknown): Moment | null =>
  isRecord(value) ? { tree: textOf(value["tree"]), head: textOf(value["head"]) } : null;

/** Digests and texts of the files that were asked for. */
const files = (facts: Facts): Facts["files"] => facts.files;

const reading = (
  paths: (state: State | null, data: Readonly<Record<string, unknown>>) => readonly Path[],
): World => ({
  ask: (state, data) => ({ files: paths(isState(state) ? state : null, fields(data)) }),
  fill: (data, facts) => ({ ...fields(data), files: files(facts) }),
  filled: ["files"],
});

const briefOf = (state: State | null, data: Readonly<Record<string, unknown>>): readonly Path[] => {
  const named = textOf(data["path"]) ?? textOf(data["brief"]) ?? state?.briefPath;
  return named === undefined || named === null ? [] : [named];
};
const finished = (world: World): World => ({ ...world, filled: [...world.filled, "changed"] });

/** Of a story that is there: of another nobody knows what its id would make of a path. */
const fileOf = (state: State | null, story: string | null): readonly Path[] =>
  state === null || story === null || storyIn(state, story) === null ? [] : [storyFile(story)];

const measured = (world: World): World => ({
  ask: (...asked) => ({ ...world.ask(...asked), tree: true }),
  fill: (data, facts, state) => ({ ...fields(world.fill(data, facts, state)), whole: facts.tree }),
  filled: [...world.filled, "whole"],
});

/** What the requirements ask of it is compared. */
const withPrd = (paths: readonly Path[]): readonly Path[] =>
  paths.length === 0 ? paths : [...paths, prdFile];

const starting = measured(reading((_state, data) => briefOf(null, data)));
const brief = finished(reading(briefOf));
const prd = finished(reading(() => [prdFile]));
const ux = finished(reading(() => [uxFile]));
const architecture = finished(reading(() => architectureFiles));
const storyFiles = finished(
  reading((state, data) => withPrd(fileOf(state, textOf(data["story"])))),
);
const audit = finished(
  reading((_state, data) => (typeof data["epic"] === "number" ? [auditFile(data["epic"])] : [])),
);

/** A gate pins what stands there when a person says yes. */
const gate = measured(
  reading((state, data) => {
    const asked = textOf(data["gate"]) ?? "";
    if (asked === "brief") return briefOf(state, {});
    // Where no architecture was recorded, a QA protocol may have been written since, because this gate wants checks.
    if (asked === "blueprint")
      return state === null ? [] : [...new Set([...Object.keys(allDocs(state.parts)), qaFile])];
    return withPrd(fileOf(state, workOf(asked) ?? asked));
  }),
);

const contents = (facts: Facts): Facts["contents"] => facts.contents ?? {};

/** The content that is proved, as it is now, or as it was when a process ended. */
const proved: World = {
  ask: (_state, data) => {
    const after = momentOf(fields(data)["after"]);
    return { tree: true, contents: { now: proofAsk(after?.tree) } };
  },
  fill: (data, facts) => ({ ...fields(data), contents: contents(facts) }),
  filled: ["contents", "changed"],
};

/** The same before and after, as `then` and `now`. */
const between: World = {
  ask: (_state, data): Ask => {
    const [before, after] = [momentOf(fields(data)["before"]), momentOf(fields(data)["after"])];
    return {
      tree: true,
      contents: {
        now: proofAsk(after?.tree),
        ...(before === null ? {} : { then: proofAsk(before.tree) }),
      },
    };
  },
  fill: proved.fill,
  filled: ["contents"],
};

/** And which files that checks go by were changed since the blueprint's gate, but by no story's work. */
const judged: World = {
  ask: (state, data) => ({
    ...between.ask(state, data),
    ...(isState(state) && state.base !== undefined ? { changed: state.base } : {}),
  }),
  fill: (data, facts, state) => ({
    ...fields(between.fill(data, facts, state)),
    whole: facts.tree,
    ...(isState(state)
      ? {
          strays: straysIn(
            state,
            facts.changed.map(({ path }) => path),
          ),
        }
      : {}),
  }),
  filled: ["contents", "whole", "strays"],
};

/** And which files a check that should change nothing has changed. */
const checked: World = {
  ask: (state, data): Ask => {
    const [before, after] = [momentOf(fields(data)["before"]), momentOf(fields(data)["after"])];
    const changed = before?.tree ?? null;
    return {
      ...between.ask(state, data),
      ...(changed === null || changed === after?.tree ? {} : { changed }),
    };
  },
  fill: (data, facts) => ({
    ...fields(data),
    contents: contents(facts),
    changed: facts.changed.map(({ path }) => path),
  }),
  filled: ["contents", "changed"],
};

/** The moment at which work begins. */
const begun: World = {
  ask: proved.ask,
  fill: (data, facts) => ({
    ...fields(data),
    contents: contents(facts),
    tree: facts.tree,
    head: facts.head,
  }),
  filled: ["contents", "tree", "head"],
};

const adopted: World = measured({
  ask: (_state, data) => {
    const found = fields(fields(data)["found"]);
    const epics = Array.isArray(found["epics"]) ? found["epics"].filter(isRecord) : [];
    const stories = epics.flatMap(({ stories: list }) =>
      Array.isArray(list) ? list.filter(isRecord) : [],
    );
    const paths = stories.flatMap(({ id }) => (typeof id === "string" ? [storyFile(id)] : []));
    return {
      tree: true,
      contents: { now: proofAsk() },
      files: [briefFile, prdFile, uxFile, ...architectureFiles, ...paths],
    };
  },
  fill: (data, facts) => ({ ...fields(data), files: files(facts), contents: contents(facts) }),
  filled: ["files", "contents"],
});

/** Names that the archive has taken. */
const archiving: World = {
  ask: () => ({ names: [archiveFolder] }),
  fill: (data, facts) => ({ ...fields(data), taken: facts.names?.[archiveFolder] ?? [] }),
  filled: ["taken"],
};

export const world = {
  starting,
  brief,
  prd,
  ux,
  architecture,
  storyFiles,
  audit,
  gate,
  proved,
  judged,
  checked,
  begun,
  adopted,
  archiving,
} as const;
