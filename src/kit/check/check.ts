// Checks of criteria: how they are read and run, and what a run of them shows.
import { isHollow } from "../../core/checks/argv.ts";
import { hollowWords, isHollowProof } from "./hollow.ts";
import type { Check as JobCheck, Proof } from "../../core/job.ts";
import { withoutNulls } from "../../core/json/record.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import { namesOnlyZeroTests, noTestRan } from "../../core/checks/zero-tests.ts";
import { belowPlace } from "./below.ts";
import { inside, parseCommand } from "./command.ts";
import type { Check, EvidenceType } from "./shape.ts";

export type CheckInput = { readonly [K in keyof Check]?: Check[K] | null | undefined };
/** `hollow`: it also passes on an empty tree, so it proves nothing. */
type CheckVerdict = {
  readonly passed: boolean;
  readonly captured: boolean;
  readonly hollow: boolean;
  readonly why: string | null;
};

/** What the engine needs to try a check of each type: a command to run, or a file to read. */
const needs: Readonly<Record<EvidenceType, "command" | "path" | null>> = {
  command_output: "command",
  test_result: "command",
  api_response: "command",
  file_content: "path",
  screenshot: "path",
  manual: null,
};

/**
 * How the engine tries it; null if a person is asked. A command that can't be parsed has no argv and never starts.
 * @param seconds limit of a check without its own
 */
export const runOf = (check: Check, seconds: number): JobCheck | null => {
  const { type, command = "", path = "", cwd = ".", timeout_s: own = seconds } = check;
  if (needs[type] === null) return null;
  if (needs[type] === "path") return { read: path };
  const parsed = parseCommand(command, cwd);
  const run = isRefusal(parsed) ? { argv: [], cwd: ".", env: {} } : parsed;
  return { ...run, ms: own * 1_000 };
};

/** `npm run test` is `npm test`. */
const shortArgv = (argv: readonly string[]): readonly string[] =>
  argv[0] === "npm" && argv[1] === "run" && argv[2] === "test" ? ["npm", ...argv.slice(2)] : argv;
/** Checks with the same key share one run: their command, folder and environment are equal. */
export const sameCheck = (check: Check): string => {
  const run = runOf(check, 0);
  if (run === null || "read" in run) return JSON.stringify(run);
  const env = Object.entries(run.env).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([shortArgv(run.argv), run.cwd, env]);
};

/** It passes whatever was done, by the name of its program. */
export const hollow = (check: Check): boolean => {
  const run = runOf(check, 0);
  return run !== null && "argv" in run && isHollow(run.argv);
};

/** As shown in files and views. */
export const checkText = (check: Check | null): string =>
  check?.command ?? check?.path ?? check?.type ?? "";
/** With all that it expects, for people. */
export const checkWords = (check: Check): string => {
  const { cwd = ".", exit = 0, match, timeout_s: seconds } = check;
  const parts = [
    checkText(check),
    cwd === "." ? null : `in ${cwd}`,
    exit === 0 ? null : `with exit code ${exit}`,
    match === undefined ? null : `holding ${JSON.stringify(match)}`,
    seconds === undefined ? null : `within ${seconds} s`,
  ];
  return parts.filter((part) => part !== null).join(", ");
};

const misread = (
  type: EvidenceType,
  input: Pick<CheckInput, "command" | "path" | "cwd">,
  own: Path | null,
): Refusal | null => {
  const need = needs[type];
  if (need === null) return null;
  const given = input[need] ?? "";
  if (given === "") return refuse("CHECK_UNPARSABLE", `a check of type ${type} has no ${need}`);
  if (need === "command") {
    const parsed = parseCommand(given, input.cwd ?? ".");
    return isRefusal(parsed) ? parsed : null;
  }
  const below = inside(own ?? given);
  return below === null || below === "."
    ? refuse("PATH_OUTSIDE", `${given} lies outside of the workspace and of the run's folder`)
    : null;
};

/** Infers a missing type. `folder`: the run's, which may contain files, too. Refusals: CHECK_UNPARSABLE, PATH_OUTSIDE. */
export const readCheck = (input: CheckInput, folder: Path): Check | Refusal => {
  const { command, path: named, cwd, exit, match, timeout_s } = withoutNulls(input);
  const own = named === undefined ? null : belowPlace(folder, named);
  // Stored like the folder, so that an export works on another machine.
  const path = own === null ? named : `${folder}/${own}`;
  const usual =
    command !== undefined ? "command_output" : path !== undefined ? "file_content" : null;
  const type = input.type ?? usual;
  if (type === null)
    return refuse("CHECK_UNPARSABLE", "a check has neither command nor path", {
      fits: "command, path, or type manual",
    });
  return (
    misread(type, { command, path, cwd }, own) ?? {
      type,
      ...withoutNulls({
        command,
        path,
        cwd,
        exit,
        match: match === "" ? null : match,
        timeout_s,
      }),
    }
  );
};

// A binary file is given as its first bytes, one character each.
const pictures = [/^\u0089PNG\r\n/u, /^GIF8[79]a/u, /^RIFF[\s\S]{4}WEBP/u, /^\u00FF\u00D8\u00FF/u];

type Ran = Pick<Proof, "exit" | "why" | "text" | "onEmpty">;
/** Why it doesn't hold by what its run showed; null if it does. An unknown exit code is never a pass. */
const problemOf = ({ type, exit: wanted, match }: Check, ran: Ran): string | null => {
  const { exit, why, text } = ran;
  const isFile = needs[type] === "path";
  if (type === "manual") return "only a person can say";
  if (exit === null) return why ?? "exit unknown";
  if (exit !== (isFile ? 0 : (wanted ?? 0)))
    return isFile || wanted === undefined ? `exit ${exit}` : `exit ${exit}, not ${wanted}`;
  if (isFile && text === "") return "the file is empty";
  if (!isFile && (why !== null || namesOnlyZeroTests(text))) return why ?? noTestRan;
  if (type === "screenshot")
    return pictures.some((picture) => picture.test(text)) ? null : "no PNG, JPEG, WebP or GIF";
  return match === undefined || text.includes(match)
    ? null
    : `\`${match}\` isn't in ${isFile ? "the file" : "the output"}`;
};

/** @param ran its `why` says why there is no exit code, or why the file is unreadable */
export const judge = (check: Check, ran: Ran): CheckVerdict => {
  const why = problemOf(check, ran);
  const held = why === null;
  // What a picture shows, only a judge can say.
  const captured = held && check.type === "screenshot";
  const isEmpty = held && !captured && isHollowProof(ran, check.match);
  return {
    passed: held && !captured && !isEmpty,
    captured,
    hollow: isEmpty,
    why: isEmpty ? hollowWords : why,
  };
};

const [head, tail] = [500, 1_500];
/** Cuts a text to 2,000 characters: the first 500, the number of omitted ones, the last 1,500. */
export const cut = (text: string): string => {
  if (text.length <= head + tail) return text;
  // Half a character at an edge is left out, too.
  const first = text.slice(0, head).replace(/[\uD800-\uDBFF]$/u, "");
  const last = text.slice(-tail).replace(/^[\uDC00-\uDFFF]/u, "");
  const left = text.length - first.length - last.length;
  return `${first}\n[… ${left} characters left out …]\n${last}`;
};
