// The user's .worktreeinclude, read once when a run starts: which ignored files each place gets.
import { asIgnoreLines, isPlainPath } from "../../core/glob.ts";
import { Fault } from "../../core/refusal.ts";
import type { Ready } from "../../landing/site.ts";
import type { PlaceSite, Workspace } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";

const file = ".worktreeinclude";
/** More are no person's list. */
const mostLines = 500;
const mostBytes = 64 * 1024;

/** As git reads such a file: without comments, and without blanks at the end that aren't escaped. */
const linesOf = (text: string): readonly string[] =>
  text
    .replace(/^\uFEFF/u, "")
    .split(/\r?\n/u)
    .filter((line) => !line.startsWith("#"))
    .map((line) => line.replace(/(?<!\\)[ \t]+$/u, ""))
    .filter((line) => line !== "");

/** The configuration's part with the lines of the checkout's file. Fault INCLUDE_INVALID. */
export const readyIn = async (workspace: Workspace, root: string, ready: Ready): Promise<Ready> => {
  const bytes = await workspace.bytes({ root, place: null, ignores: [] }, file);
  if (bytes === null) return ready;
  const include = linesOf(Buffer.from(bytes).toString("utf8"));
  const isLong = bytes.length > mostBytes || include.length > mostLines;
  const outside = include.find((line) => line.split("/").includes(".."));
  if (outside !== undefined || isLong)
    throw new Fault(
      "INCLUDE_INVALID",
      outside === undefined
        ? `${file} has more than ${mostLines} patterns or ${mostBytes / 1024} KiB`
        : `${JSON.stringify(outside.slice(0, 200))} in ${file} leads out of the repository`,
      `name files of the repository there, as in .gitignore: .env, or /config/local.json`,
    );
  return include.length === 0 ? ready : { ...ready, include };
};

export const includePatterns = ({ copy, include = [] }: Ready): readonly string[] => [
  ...copy.filter((path) => !isPlainPath(path)).flatMap(asIgnoreLines),
  ...include,
];

const mostNamed = 8;
const listed = (names: readonly string[]): string =>
  names.length <= mostNamed
    ? names.join(", ")
    : `${names.slice(0, mostNamed).join(", ")} and ${names.length - mostNamed} more`;

/** What each place gets of the user's ignored files, and what it doesn't, for people. */
export const includedWords = async (engine: Engine, site: PlaceSite, ready: Ready) => {
  const patterns = includePatterns(ready);
  if (patterns.length === 0) return [];
  const { files, left } = await (await engine.workspace.places()).included(site, patterns);
  const by = ready.include === undefined ? "`place.copy` in cairn.config.json" : file;
  const given =
    files.length === 0
      ? `no file of your checkout matches ${by}`
      : `each place gets copies of what ${by} names: ${listed(files)}`;
  return [
    { is: "note", text: given } as const,
    ...left.slice(0, mostNamed).map((text) => ({ is: "warning", text: `${by}: ${text}` }) as const),
  ];
};
