// Causes of a failing check or setup on the base, as far as its output names one.
import { firstOf } from "../core/words/how-many.ts";
import type { BaseTrial } from "./site.ts";

/** Why a check never ran; null: it ran. */
export const unrunOf = (said: string): string | null =>
  /^`.*`: (cannot be started: .*)/u.exec(said)?.[1] ?? null;

const errorLine =
  /error\b|exception\b|npm err!|\b(?:fatal|panic|cannot|can't|couldn't|could not|not found|denied)\b/iu;

/** As test runners mark one. */
const failedLine = /^\s*(?:not ok\b|[\u2716\u2717\u2715\u00d7]|-* ?FAIL)|\bfail(?:ed|ure)\b/u;
/** A test that passed may be called after an error; a count of none is none. */
const passedLine = /^\s*(?:ok\b|#|[\u2713\u2714\u221a]|PASS)|\b0 (?:failed|failures|errors)\b/u;

const firstFailure = (lines: readonly string[]): number =>
  lines.findIndex(
    (line) => !passedLine.test(line) && (failedLine.test(line) || errorLine.test(line)),
  );

/** The lines of a long output from the first that looks like a failure; without one, its last lines. */
export const whyLines = (output: string, most: number): string => {
  const lines = output.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trimEnd()]));
  const first = lines.length <= most && most > 1 ? 0 : firstFailure(lines);
  return (first < 0 ? lines.slice(-most) : lines.slice(first, first + most)).join("\n");
};

const [begins, ends] = [1_400, 600];

/** The same in characters, with the end of the output, where programs sum up. */
export const failingPart = (output: string): string => {
  if (output.length <= begins + ends) return output;
  const lines = output.split("\n");
  const first = firstFailure(lines);
  const part = first < 0 ? output.slice(-begins - ends) : lines.slice(first).join("\n");
  return part.length <= begins + ends ? part : `${part.slice(0, begins)}\n…\n${part.slice(-ends)}`;
};

const all = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].flatMap(([, ...named]) => named.find(Boolean) ?? [])),
];

/** Python's and Node's modules, and programs that a shell or the engine didn't find. */
const missingModule =
  /Cannot find (?:module|package) '((?![./~])[^'\n]+)'|No module named '?([\w.]+)|(?:^|[\s:])([\w.@+-]+): (?:command )?not found$|spawn ((?!\/)\S+) ENOENT|no required module provides package ([^\s;:]+)/gmu;

const missingFile =
  /ENOENT: no such file or directory, \w+ '([^'\n]+)'|No such file or directory: '([^'\n]+)'|(?:^|[\s:"'])([^\s:"']+): No such file\b|Cannot find module '([./][^'\n]+)'|open ([^\s:]+): no such file or directory|(?:^|[\s:])(\/[^\s:]+): not found$|cannot create ([^\s:]+): Directory nonexistent/gmu;

/** Files that a program looked for in vain, as it names them. */
export const missingFiles = (text: string): readonly string[] => all(text, missingFile);

const unreachable =
  /(?:connect )?(?:ECONNREFUSED|ENETUNREACH|EHOSTUNREACH)\s*([\w.:[\]-]*)|(?:ENOTFOUND|EAI_AGAIN)\s+([\w.-]+)|(?:Could not resolve host|unable to resolve host address)[:\s]+['"\u2018]?([\w.-]+)|lookup ([\w.-]+)[^\n]*: (?:no such host|Temporary failure)|(Temporary failure in name resolution|Name or service not known|Connection refused|Network is unreachable)/giu;

const readOnly =
  /EROFS: read-only file system, \w+ '([^'\n]+)'|Read-only file system: '([^'\n]+)'|(?:^|[\s:"'\u2018])(\/[^\s:"'\u2019]+)['\u2019]?: [Rr]ead-only file system|open (\/[^\s:]+): read-only file system/gmu;

const most = 3;

/** One line for each cause that the output names; empty: none. */
export const causeWords = ({
  red,
  setup,
  fenced,
  lacks = [],
  withheld = [],
}: BaseTrial): string => {
  const text = setup ?? red.map(({ said }) => said).join("\n");
  const [modules, closed, unreached] = [
    all(text, missingModule),
    all(text, readOnly),
    all(text, unreachable),
  ];
  const [hidden, untracked] = [
    lacks.filter((path) => path.startsWith("/")),
    lacks.filter((path) => !path.startsWith("/")),
  ];
  const [keys, variables] = [
    withheld.filter((one) => /^[~/]/u.test(one)),
    withheld.filter((one) => /^[^~/]/u.test(one)),
  ];
  const lines = [
    keys.length === 0
      ? null
      : `${firstOf(keys, most)}: hidden within the fence, since a login may be in it. If it is needed, name it in \`fence.shows\` of cairn.config.json: agents, setup and checks then read it.`,
    variables.length === 0
      ? null
      : `${firstOf(variables, most)}: not given to jobs, since it looks like a secret. If it is needed, name it in \`fence.passes\` of cairn.config.json.`,
    hidden.length === 0
      ? null
      : `${firstOf(hidden, most)}: hidden within the fence. If it is needed, name its folder in \`fence.writes\` of cairn.config.json.`,
    untracked.length === 0
      ? null
      : `${firstOf(untracked, most)}: in your checkout, but not tracked by git, so not in a fresh one. If it is needed, name it in \`place.copy\` of cairn.config.json.`,
    modules.length === 0 || setup !== undefined
      ? null
      : `${firstOf(modules, most)}: not found. A fresh checkout has only what git tracks: let \`setup\` in cairn.config.json install it.`,
    unreached.length === 0 || fenced !== "offline" || setup !== undefined
      ? null
      : `${firstOf(unreached, most)}: not reached. Checks have no network here: \`"fence": {"network": true}\` in cairn.config.json gives it to them.`,
    closed.length === 0 || fenced === undefined
      ? null
      : `${firstOf(closed, most)}: read-only within the fence. If it must be written, name its folder in \`fence.writes\` of cairn.config.json.`,
  ].filter((line) => line !== null);
  return lines.map((line) => `${line}\n`).join("");
};
