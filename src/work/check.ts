// Checks of criteria: how they are read and run, and what a run of them shows.
import { isHollow } from "../core/argv.ts";
import { hollowWords, isHollowProof } from "../core/hollow.ts";
import type { Check as JobCheck, Proof } from "../core/job.ts";
import { withoutNulls } from "../core/record.ts";
import { isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import type { Path } from "../core/row.ts";
import { namesOnlyZeroTests, noTestRan } from "../core/zero-tests.ts";
import { belowPlace } from "./below.ts";
import { inside, type ParsedCommand, parseCommand } from "./command.ts";
import type { Check, EvidenceType } from "./unit.ts";

export type CheckInput = { readonly [K in keyof Check]?: Check[K] | null | undefined };
/** `hollow`: it also passes on an empty tree, so it proves nothing. */
export type CheckVerdict = {
  readonly passed: boolean;
  readonly captured: boolean;
  readonly hollow: boolean;
  readonly why: string | null;
};

const byCommand: ReadonlySet<EvidenceType> = new Set([
  "command_output",
  "test_result",
  "api_response",
]);
const byFile: ReadonlySet<EvidenceType> = new Set(["file_content", "screenshot"]);

/** How the engine runs it: a command, a file to read, or nothing (a person is asked). A command that can't be parsed has no argv and never starts. */
export const runs = (
  check: Check,
):
  | (ParsedCommand & { readonly do: "run" })
  | { readonly do: "read"; readonly read: Path }
  | { readonly do: "ask" } => {
  if (check.type === "manual") return { do: "ask" };
  if (byFile.has(check.type)) return { do: "read", read: check.path ?? "" };
  const parsed = parseCommand(check.command ?? "", check.cwd ?? ".");
  return isRefusal(parsed) ? { do: "run", argv: [], cwd: ".", env: {} } : { do: "run", ...parsed };
};
/** Returns null if the engine has nothing to run. `seconds`: of a check without its own timeout. */
export const runOf = (check: Check, seconds: number): JobCheck | null => {
  const what = runs(check);
  if (what.do === "ask") return null;
  if (what.do === "read") return { read: what.read };
  const { argv, cwd, env } = what;
  return { argv, cwd, env, ms: (check.timeout_s ?? seconds) * 1_000 };
};

/** `npm run test` is `npm test`. */
const shortArgv = (argv: readonly string[]): readonly string[] =>
  argv[0] === "npm" && argv[1] === "run" && argv[2] === "test" ? ["npm", ...argv.slice(2)] : argv;
/** Checks with the same key share one run: their command, folder and environment are equal. */
export const sameCheck = (check: Check): string => {
  const what = runs(check);
  if (what.do === "run")
    return JSON.stringify([
      shortArgv(what.argv),
      what.cwd,
      Object.entries(what.env).sort(([a], [b]) => (a < b ? -1 : 1)),
    ]);
  return what.do === "read" ? `read ${what.read}` : "ask";
};

/** It passes whatever was done, by the name of its program. */
export const hollow = (check: Check): boolean => {
  const what = runs(check);
  return what.do === "run" && isHollow(what.argv);
};

/** As shown in files and views. */
export const checkText = (check: Check | null): string =>
  check?.command ?? check?.path ?? check?.type ?? "";

const misread = (
  type: EvidenceType,
  { command, path, cwd }: Pick<CheckInput, "command" | "path" | "cwd">,
  own: Path | null,
): Refusal | null => {
  if (byCommand.has(type)) {
    if (command === undefined || command === null)
      return refuse("CHECK_UNPARSABLE", `a check of type ${type} has no command`);
    const parsed = parseCommand(command, cwd ?? ".");
    return isRefusal(parsed) ? parsed : null;
  }
  if (!byFile.has(type)) return null;
  if (path === undefined || path === null || path === "")
    return refuse("CHECK_UNPARSABLE", `a check of type ${type} has no path`);
  const below = inside(own ?? path);
  return below === null || below === "."
    ? refuse("PATH_OUTSIDE", `${path} lies outside of the workspace and of the run's folder`)
    : null;
};

/** Infers a missing type. `folder`: the run's, which may contain files, too. Refusals: CHECK_UNPARSABLE, PATH_OUTSIDE. */
export const readCheck = (input: CheckInput, folder: Path): Check | Refusal => {
  const command = input.command ?? undefined;
  const named = input.path ?? undefined;
  const own = named === undefined ? null : belowPlace(folder, named);
  // Stored like the folder, so that an export works on another machine.
  const path = own === null ? named : `${folder}/${own}`;
  const type =
    input.type ??
    (command !== undefined ? "command_output" : path !== undefined ? "file_content" : undefined);
  if (type === undefined)
    return refuse("CHECK_UNPARSABLE", "a check has neither command nor path", {
      fits: "command, path, or type manual",
    });
  const { cwd, exit, match, timeout_s } = input;
  return (
    misread(type, { command, path, cwd }, own) ?? {
      type,
      ...withoutNulls({ command, path, cwd, exit }),
      ...(match === undefined || match === null || match === "" ? {} : { match }),
      ...(timeout_s === undefined || timeout_s === null
        ? {}
        : { timeout_s: Math.min(timeout_s, 7_200) }),
    }
  );
};

// A binary file is given as its first bytes, one character each.
const pictures = [/^\u0089PNG\r\n/u, /^GIF8[79]a/u, /^RIFF[\s\S]{4}WEBP/u, /^\u00FF\u00D8\u00FF/u];

const no = (why: string): CheckVerdict => ({ passed: false, captured: false, hollow: false, why });
type Ran = Pick<Proof, "exit" | "why" | "text" | "onEmpty">;

const unread = ({ exit, why, text }: Ran): string | null =>
  exit === 0 ? (text === "" ? "the file is empty" : null) : (why ?? `exit ${exit ?? "unknown"}`);
const unrun = ({ exit: wanted }: Check, { exit, why, text }: Ran): string | null => {
  if (exit !== (wanted ?? 0))
    return wanted === undefined
      ? `exit ${exit ?? "unknown"}`
      : `exit ${exit ?? "unknown"}, not ${wanted}`;
  return why ?? (namesOnlyZeroTests(text) ? noTestRan : null);
};

/** @param ran its `why` says why there is no exit code, or why the file is unreadable; an unknown exit code is never a pass */
export const judge = (check: Check, ran: Ran): CheckVerdict => {
  if (check.type === "manual") return no("only a person can say");
  if (ran.exit === null) return no(ran.why ?? "exit unknown");
  const isFile = byFile.has(check.type);
  const bad = isFile ? unread(ran) : unrun(check, ran);
  if (bad !== null) return no(bad);
  if (check.type === "screenshot")
    return pictures.some((picture) => picture.test(ran.text))
      ? { passed: false, captured: true, hollow: false, why: null }
      : no("no PNG, JPEG, WebP or GIF");
  if (check.match !== undefined && !ran.text.includes(check.match))
    return no(`\`${check.match}\` isn't in ${isFile ? "the file" : "the output"}`);
  if (isHollowProof(ran, check.match)) return { ...no(hollowWords), hollow: true };
  return { passed: true, captured: false, hollow: false, why: null };
};

const [head, tail] = [500, 1_500];
const splits = (text: string, at: number): boolean =>
  /[\uD800-\uDBFF]/u.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/u.test(text.charAt(at));

/** Cuts a text to 2,000 characters: the first 500, the number of omitted ones, the last 1,500. */
export const cut = (text: string): string => {
  if (text.length <= head + tail) return text;
  const first = splits(text, head) ? head - 1 : head;
  const last = splits(text, text.length - tail) ? text.length - tail + 1 : text.length - tail;
  return `${text.slice(0, first)}\n[… ${last - first} characters left out …]\n${text.slice(last)}`;
};
