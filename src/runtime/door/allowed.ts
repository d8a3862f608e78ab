// Verbs and flags that a job may use inside its sandbox, and the check of a typed line.
import { isRecord } from "../../core/json/record.ts";
import { type Refusal, isRefusal, refuse } from "../../core/refusal.ts";

/** Values of a flag. `data`: JSON or `-`, never a file name. `token`: the job's own. */
type Value = "nothing" | "text" | "data" | "token";
type Allowed = {
  readonly flags: Readonly<Record<string, Value>>;
  /** Maximum of arguments. */
  readonly words: number;
  /** It reads standard input, with any flags. */
  readonly reads?: true;
  /** It runs until its client disconnects. */
  readonly stays?: true;
};

const common: Allowed["flags"] = { json: "nothing", "no-input": "nothing", help: "nothing" };
const holders: Allowed["flags"] = { token: "token" };

/** Verbs that read, and verbs that act for the job itself. `""`: no arguments. */
const verbs: Readonly<Record<string, Allowed>> = {
  "": { flags: {}, words: 0 },
  version: { flags: {}, words: 0 },
  help: { flags: { all: "nothing" }, words: 3 },
  status: { flags: { next: "nothing", state: "nothing", at: "text", file: "text" }, words: 2 },
  evidence: { flags: {}, words: 2 },
  log: { flags: { after: "text" }, words: 1 },
  schema: { flags: {}, words: 1 },
  "job report": { flags: { ...holders, data: "data", done: "text" }, words: 1 },
  "job renew": { flags: holders, words: 1 },
  "setup hooks run": { flags: {}, words: 1, reads: true },
  mcp: { flags: {}, words: 0, reads: true, stays: true },
};
const longOf: ReadonlyMap<string, string> = new Map([
  ["-h", "--help"],
  ["-V", "--version"],
]);

/** Verbs that are allowed, or parts of them. */
const families = new Set(Object.keys(verbs).map((verb) => verb.split(" ")[0]));

/** The call to start: `argv` is rebuilt so that it has only one reading. */
export type Call = {
  readonly argv: readonly string[];
  readonly reads: boolean;
  readonly stays: boolean;
};

const allowedVerbs = Object.keys(verbs).filter((name) => name !== "" && name !== "version");

const verbRefused = (name: string): Refusal =>
  refuse("VERB_FENCED", `a fenced job may not run cairn ${name}`, {
    fits: `it may run: ${allowedVerbs.join(", ")}; what a person should do belongs into its report`,
  });

const flagRefused = (flag: string, verb: string, fits: string): Refusal =>
  refuse("FLAG_FENCED", `a fenced job may not use ${flag}`, { fits: `cairn ${verb}: ${fits}` });

type Asked = { readonly verb: string; readonly allowed: Allowed; readonly rest: readonly string[] };

const verbOf = (typed: readonly string[]): Asked | Refusal => {
  const words = typed.map((word) => longOf.get(word) ?? word);
  const [first = "", ...others] = words;
  if (first === "--version") return verbOf(["version", ...others]);
  if (first === "--help") return verbOf(["help", ...others]);
  // A verb has up to three words.
  for (const count of [3, 2, 1]) {
    const verb = words.slice(0, count).join(" ");
    const allowed = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
    if (allowed !== undefined) return { verb, allowed, rest: typed.slice(count) };
  }
  return verbRefused(
    words
      .slice(0, families.has(first) ? 2 : 1)
      .join(" ")
      .slice(0, 64),
  );
};

/** Why a flag's value is invalid; null: valid. */
const valueRefused = (
  asked: Asked,
  flag: string,
  takes: Value,
  value: string,
  token: string,
): Refusal | null => {
  if (takes === "data" && value.trimStart().startsWith("@"))
    return flagRefused(
      `${flag} @FILE, read outside`,
      asked.verb,
      "hand in the text itself: `--data - < FILE`",
    );
  if (takes === "token" && value !== token)
    return refuse("TOKEN_FOREIGN", "this token is another job's", {
      fits: `leave ${flag} out to use this job's own`,
    });
  return null;
};

type Read = {
  readonly flags: readonly string[];
  readonly words: readonly string[];
  readonly reads: boolean;
};

const readRest = (asked: Asked, token: string): Read | Refusal => {
  const { verb, allowed } = asked;
  const known = { ...common, ...allowed.flags };
  const names = Object.keys(known).map((name) => `--${name}`);
  const [flags, words]: [string[], string[]] = [[], []];
  let reads = allowed.reads === true;
  for (let at = 0; at < asked.rest.length; at += 1) {
    const typed = asked.rest[at] ?? "";
    const word = longOf.get(typed) ?? typed;
    if (!word.startsWith("-")) {
      words.push(word);
      continue;
    }
    const [flag = "", ...behind] = word.split("=");
    const takes = names.includes(flag) ? known[flag.slice(2)] : undefined;
    if (takes === undefined)
      return flagRefused(flag.slice(0, 64), verb, `it takes ${names.join(", ")}`);
    if (takes === "nothing") {
      if (behind.length > 0) return flagRefused(word.slice(0, 64), verb, `${flag} takes no value`);
      flags.push(flag);
      continue;
    }
    const value = behind.length > 0 ? behind.join("=") : asked.rest[(at += 1)];
    if (value === undefined) return flagRefused(`${flag} without a value`, verb, `${flag}=VALUE`);
    const wrong = valueRefused(asked, flag, takes, value, token);
    if (wrong !== null) return wrong;
    reads ||= takes === "data" && value === "-";
    flags.push(`${flag}=${value}`);
  }
  return words.length > allowed.words
    ? refuse("USAGE", `too many words: ${words.slice(allowed.words).join(" ").slice(0, 120)}`, {
        fits:
          allowed.words === 0 ? `cairn ${verb} takes none` : "a text with blanks stands in quotes",
      })
    : { flags, words, reads };
};

/** @param token of the job that owns the door */
export const judge = (typed: readonly string[], token: string): Call | Refusal => {
  const asked = verbOf(typed);
  if (isRefusal(asked)) return asked;
  const read = readRest(asked, token);
  if (isRefusal(read)) return read;
  const { verb, allowed } = asked;
  return {
    argv: [...verb.split(" ").filter((word) => word !== ""), ...read.words, ...read.flags],
    reads: read.reads,
    stays: allowed.stays === true,
  };
};

/** The arguments that a client sent; null: malformed. */
export const typedIn = (bytes: Uint8Array): readonly string[] | null => {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const argv: unknown = isRecord(value) ? value["argv"] : null;
    return Array.isArray(argv) &&
      argv.every((word): word is string => typeof word === "string" && !word.includes("\0"))
      ? argv
      : null;
  } catch {
    return null;
  }
};
