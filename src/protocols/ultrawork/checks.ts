// Judgement of ultrawork's criteria from the engine's own runs: exit, match, test count.
import { withoutNulls } from "../../core/record.ts";
import { isHollow } from "../../core/argv.ts";
import { hollowWords, isHollowProof } from "../../core/hollow.ts";
import type { Proof } from "../../core/job.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import { namesOnlyZeroTests } from "../../core/zero-tests.ts";
import { inside, type ParsedCommand, parseCommand } from "./command.ts";
import { belowPlace } from "./place.ts";
import type { CriterionCheck, EvidenceType } from "./task.ts";

export type CheckInput = {
  readonly [K in keyof CriterionCheck]?: CriterionCheck[K] | null | undefined;
};
/** `hollow`: it also passes on an empty tree, so it proves nothing. */
export type CheckVerdict = {
  readonly passed: boolean;
  readonly captured: boolean;
  readonly why: string | null;
  readonly hollow?: true;
};

const byCommand: ReadonlySet<EvidenceType> = new Set([
  "command_output",
  "test_result",
  "api_response",
]);
const byFile: ReadonlySet<EvidenceType> = new Set(["file_content", "screenshot"]);

/** How the engine runs it: a command, a file to read, or nothing (a person is asked). A command that can't be parsed has no argv and never starts. */
export const runs = (
  check: CriterionCheck,
):
  | (ParsedCommand & { readonly do: "run" })
  | { readonly do: "read"; readonly read: Path }
  | { readonly do: "ask" } => {
  if (check.type === "manual") return { do: "ask" };
  if (byFile.has(check.type)) return { do: "read", read: check.path ?? "" };
  const parsed = parseCommand(check.command ?? "", check.cwd ?? ".");
  return isRefusal(parsed) ? { do: "run", argv: [], cwd: ".", env: {} } : { do: "run", ...parsed };
};

export const isManual = (check: CriterionCheck | null): boolean => check?.type === "manual";
/** The engine has something to run or read. */
export const isRunnable = (check: CriterionCheck | null): check is CriterionCheck =>
  check !== null && check.type !== "manual";

/** Checks with the same key share one run: their command, folder and environment are equal. */
export const sameCheck = (check: CriterionCheck): string => {
  const what = runs(check);
  if (what.do === "run")
    return JSON.stringify([
      what.argv,
      what.cwd,
      Object.entries(what.env).sort(([a], [b]) => (a < b ? -1 : 1)),
    ]);
  return what.do === "read" ? `read ${what.read}` : "ask";
};

export const hollow = (check: CriterionCheck): boolean => {
  const what = runs(check);
  return what.do === "run" && isHollow(what.argv);
};

/** As shown in files and views. */
export const checkText = (check: CriterionCheck | null): string =>
  check?.command ?? check?.path ?? check?.type ?? "";

/** Infers a missing type. `place`: session folder, which may contain files, too. Refusals: CHECK_UNPARSABLE, PATH_OUTSIDE. */
export const readCheck = (input: CheckInput, place: Path): CriterionCheck | Refusal => {
  const command = input.command ?? undefined;
  const named = input.path ?? undefined;
  const own = named === undefined ? null : belowPlace(place, named);
  // Stored like the folder, so that an export works on another machine.
  const path = own === null ? named : `${place}/${own}`;
  const type =
    input.type ??
    (command !== undefined ? "command_output" : path !== undefined ? "file_content" : undefined);
  if (type === undefined)
    return refuse("CHECK_UNPARSABLE", "a check has neither command nor path", {
      fits: "command, path, or type manual",
    });
  if (byCommand.has(type) && command === undefined)
    return refuse("CHECK_UNPARSABLE", `a check of type ${type} has no command`);
  if (byFile.has(type)) {
    if (path === undefined || path === "")
      return refuse("CHECK_UNPARSABLE", `a check of type ${type} has no path`);
    const below = inside(own ?? path);
    if (below === null || below === ".")
      return refuse(
        "PATH_OUTSIDE",
        `${path} lies outside of the workspace and of the session folder`,
      );
  }
  if (byCommand.has(type)) {
    const parsed = parseCommand(command ?? "", input.cwd ?? ".");
    if (isRefusal(parsed)) return parsed;
  }
  const { cwd, exit, match, timeout_s } = input;
  return {
    type,
    ...withoutNulls({ command, path, cwd, exit }),
    ...(match === undefined || match === null || match === "" ? {} : { match }),
    ...(timeout_s === undefined || timeout_s === null
      ? {}
      : { timeout_s: Math.min(timeout_s, 7_200) }),
  };
};

// A binary file is given as its first bytes, one character each.
const pictures = [/^\u0089PNG\r\n/u, /^GIF8[79]a/u, /^RIFF[\s\S]{4}WEBP/u, /^\u00FF\u00D8\u00FF/u];

/** @param ran its `why` says why there is no exit code, or why the file is unreadable; an unknown exit code is never a pass */
export const judge = (
  check: CriterionCheck,
  ran: Pick<Proof, "exit" | "why" | "text" | "onEmpty">,
): CheckVerdict => {
  const no = (why: string): CheckVerdict => ({ passed: false, captured: false, why });
  if (check.type === "manual") return no("only a person can say");
  if (ran.exit === null) return no(ran.why ?? "exit unknown");
  if (byFile.has(check.type)) {
    if (ran.exit !== 0) return no(ran.why ?? `exit ${ran.exit}`);
    if (ran.text === "") return no("the file is empty");
    if (check.type === "screenshot")
      return pictures.some((picture) => picture.test(ran.text))
        ? { passed: false, captured: true, why: null }
        : no("no PNG, JPEG, WebP or GIF");
  } else {
    if (ran.exit !== (check.exit ?? 0))
      return no(
        check.exit === undefined ? `exit ${ran.exit}` : `exit ${ran.exit}, not ${check.exit}`,
      );
    if (ran.why !== null) return no(ran.why);
    if (check.type === "test_result" && namesOnlyZeroTests(ran.text)) return no("no test ran");
  }
  if (check.match !== undefined && !ran.text.includes(check.match))
    return no(`\`${check.match}\` isn't in ${byFile.has(check.type) ? "the file" : "the output"}`);
  if (isHollowProof(ran, check.match)) return { ...no(hollowWords), hollow: true };
  return { passed: true, captured: false, why: null };
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
