// Measure of what a pass changed, since the agent's word is the thing in question.
import { isBuildFile } from "../../../core/checks/check-files.ts";
import { isNamed, matchesAny } from "../../../core/glob.ts";
import type { Digest, Path } from "../../../core/row.ts";
import type { Moment, Span } from "../../../core/span.ts";
import type { Of } from "../../../kit/schema.ts";
import { documentsIn } from "../documents.ts";
import { changesLimit, stubsLimit, touchedLimit } from "../limits.ts";
import { oneLine } from "../markdown/values.ts";
import { marks } from "../marks.ts";
import { declared } from "../meets.ts";
import type { measured } from "../shapes.ts";
import type { State, Unit } from "../state.ts";
import { contentOf, freeFolders, home, place } from "../units.ts";

export type Measured = Of<typeof measured>;
/** As set by the engine. */
export type World = {
  readonly span?: Span | undefined;
  readonly contents?: Readonly<Record<string, Digest | null>> | undefined;
  readonly files?: Readonly<Record<Path, string | null>> | undefined;
  readonly known?: Readonly<Record<string, boolean>> | undefined;
  readonly tree?: string | null | undefined;
  readonly head?: string | null | undefined;
  readonly documents?: Span["changed"] | undefined;
};

/** Everything that changed, including files in the run's folder, which aren't in the tree if work is kept in commits. */
export const spanIn = ({
  span,
  documents = [],
}: Pick<World, "span" | "documents">): Span | undefined =>
  span === undefined || documents.length === 0
    ? span
    : { ...span, changed: [...span.changed, ...documents] };

const below = (folder: Path, path: Path): boolean =>
  path === folder || path.startsWith(`${folder}/`);

/** Files of runs, except this run's agent folders, and files that never contain work. */
const isOurs = (state: Pick<State, "slug" | "archive">, path: Path): boolean =>
  below(".git", path) ||
  below(".cairn", path) ||
  (below(home, path) && !freeFolders.some((folder) => below(`${place(state)}/${folder}`, path)));

/** Changes that count: no files of runs, and ignored files only if a commit has them, a unit names them, or they counted before. */
export const visible = (
  state: State,
  span: Span | undefined,
  units: readonly Unit[] = state.units,
): Span["changed"] => {
  if (span === undefined) return [];
  const wanted = units.flatMap((unit) => [...declared(state, unit), ...unit.touched]);
  const kept = new Set(span.commits.flatMap(({ paths }) => paths));
  const { ignore } = state.settings;
  return span.changed.filter(
    ({ path }) =>
      !isOurs(state, path) &&
      (!matchesAny(ignore, path) || kept.has(path) || isNamed(wanted, path)),
  );
};

const stub = /\b(?:TODO|FIXME)\b|\bnot implemented\b/iu;
const isStubLine = (suspect: string): boolean => /:\d+ /u.test(suspect);

/** Changed existing tests, build files, and lines that are marked as unfinished. */
const suspectsOf = (
  state: State,
  unit: Unit,
  changed: Span["changed"],
  files: World["files"],
): readonly string[] => {
  const named = changed
    .filter(
      ({ path, how }) =>
        (how !== "added" && matchesAny(state.settings.test_paths, path)) || isBuildFile(path),
    )
    .map(({ path, how }) => `${path} (${how})`);
  const worked = new Set([...unit.touched, ...changed.map(({ path }) => path)]);
  const stubs = Object.entries(files ?? {}).flatMap(([path, text]) =>
    worked.has(path) && text !== null
      ? text
          .split("\n")
          .flatMap((line, index) =>
            stub.test(line) ? [`${path}:${index + 1} ${oneLine(line, 80)}`] : [],
          )
      : [],
  );
  const before = unit.suspects.filter((suspect) => !isStubLine(suspect));
  return [...new Set([...before, ...named])]
    .slice(0, 5 * stubsLimit)
    .concat(stubs.slice(0, stubsLimit));
};

const hashesIn = (text: string): readonly string[] => [
  ...new Set(text.match(/\b[0-9a-f]{7,40}\b/gu)),
];

/** Git-ignored files are not in the tree: if a unit names one, its change shows only in the unit's content. */
const isOtherContent = (state: State, unit: Unit, content: Digest | null): boolean =>
  unit.pass !== null && contentOf(state, unit) !== null && content !== unit.pass.content;

/** @param claimed commits that the agent named */
export const measure = (
  state: State,
  unit: Unit,
  base: Moment,
  world: World,
  claimed = "",
): Measured => {
  const span = spanIn(world);
  const content = world.contents?.[unit.id] ?? null;
  const seen = visible(state, span, [unit]);
  const commits = (span?.commits ?? []).filter(({ paths }) =>
    paths.some((path) => !isOurs(state, path)),
  );
  const known = span?.known === true;
  const rewritten = span?.rewritten === true;
  const exists = (hash: string): boolean =>
    world.known?.[hash] === true ||
    [...(span?.commits ?? []), ...state.commits].some((commit) => commit.hash.startsWith(hash));
  return {
    known,
    from: span?.from ?? base,
    to: span?.to ?? { tree: world.tree ?? null, head: world.head ?? null },
    content,
    changed: seen.slice(0, changesLimit),
    more: Math.max(0, seen.length - changesLimit),
    mine: seen.slice(0, touchedLimit).map(({ path }) => path),
    did:
      !known ||
      rewritten ||
      seen.length > 0 ||
      commits.length > 0 ||
      isOtherContent(state, unit, content),
    commits: commits.map(({ hash, subject }) => ({ hash, subject })),
    rewritten,
    suspects: suspectsOf(state, unit, seen, world.files),
    claimed: hashesIn(claimed).map((hash) => ({ hash, found: exists(hash) })),
    ...documentsIn(state, world.files),
  };
};

/** The changes, for display; never empty if anything changed. */
export const changedPaths = ({
  did,
  known,
  rewritten,
  mine,
  commits,
}: Pick<Measured, "did" | "known" | "rewritten" | "mine" | "commits">): readonly string[] => {
  if (!did) return [];
  if (!known) return [marks.unknown];
  if (mine.length > 0) return mine.slice(0, changesLimit);
  return [rewritten ? marks.rewritten : commits.length > 0 ? marks.committed : marks.ignored];
};
