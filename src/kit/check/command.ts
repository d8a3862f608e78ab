// One command line of a check, parsed without a shell; shell syntax is refused.
import { isShellWord, type Token, tokens } from "../../core/checks/argv.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";

export type ParsedCommand = {
  readonly argv: readonly string[];
  readonly cwd: Path;
  readonly env: Readonly<Record<string, string>>;
};

const isOp = (token: Token | undefined, text: string): boolean =>
  token?.op === true && token.text === text;
const isWord = (token: Token | undefined, ...texts: readonly string[]): boolean =>
  token?.op === false && token.bare && texts.includes(token.text);
const touching = (left: Token | undefined, right: Token | undefined): boolean =>
  left !== undefined && right !== undefined && left.end === right.start;

/** Index of a trailing `2>&1`, or -1. */
const endsMerged = (list: readonly Token[]): number => {
  const from = list.length - 4;
  const [two, out, and, one] = list.slice(Math.max(from, 0));
  const merged =
    from > 0 && isWord(two, "2") && isOp(out, ">") && isOp(and, "&") && isWord(one, "1");
  return merged && touching(two, out) && touching(out, and) && touching(and, one) ? from : -1;
};

/** Index of a trailing `| tail …` or `| head …`, or -1. */
const endsShortened = (list: readonly Token[]): number => {
  const at = list.findLastIndex((token) => token.op);
  const doubled = isOp(list[at - 1], "|") && touching(list[at - 1], list[at]);
  return at > 0 && isOp(list[at], "|") && !doubled && isWord(list[at + 1], "tail", "head")
    ? at
    : -1;
};

/** Index of a trailing `; echo …$?…`, or -1. */
const endsEchoed = (list: readonly Token[]): number => {
  const at = list.findLastIndex((token) => isOp(token, ";"));
  const rest = list.slice(at + 1);
  const echoed = rest.some((token, index) =>
    token.op
      ? token.text === "$" && rest[index + 1]?.text.startsWith("?") === true
      : token.text.includes("$?"),
  );
  return at > 0 &&
    isWord(rest[0], "echo") &&
    echoed &&
    rest.every((token) => !token.op || token.text === "$")
    ? at
    : -1;
};

const withoutTail = (list: readonly Token[]): readonly Token[] => {
  const cut = [endsMerged(list), endsShortened(list), endsEchoed(list)].find((at) => at > 0);
  return cut === undefined ? list : withoutTail(list.slice(0, cut));
};

/** Normalises `a/./b/../c` to `a/c`; null if the path leads outside or isn't relative. */
export const inside = (path: string): Path | null => {
  if (/^(?:[/~\\]|[A-Za-z]:)/u.test(path) || path.includes("\\") || path.includes("\0"))
    return null;
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") kept.push(part);
    else if (kept.pop() === undefined) return null;
  }
  return kept.length === 0 ? "." : kept.join("/");
};

const unparsable = (text: string, why: string): Refusal =>
  refuse(
    "CHECK_UNPARSABLE",
    `the check \`${text.length > 200 ? `${text.slice(0, 199)}…` : text}\` ${why}`,
    {
      fits: "one command without a shell; two things to show are two criteria, or a script in the repository",
    },
  );

/** Parses without expansion. Refusals: CHECK_UNPARSABLE, PATH_OUTSIDE. */
export const parseCommand = (text: string, cwd: Path = "."): ParsedCommand | Refusal => {
  const all = tokens(text.trim());
  if (all === null) return unparsable(text, "has a quote that isn't closed");
  const moved =
    isWord(all[0], "cd") &&
    all[1]?.op === false &&
    isOp(all[2], "&") &&
    isOp(all[3], "&") &&
    touching(all[2], all[3]);
  const folder = inside(moved ? `${cwd}/${all[1]?.text ?? "."}` : cwd);
  const absolute =
    moved && inside(all[1]?.text ?? ".") === null && /^[/~\\]/u.test(all[1]?.text ?? "");
  if (folder === null || absolute)
    return refuse("PATH_OUTSIDE", `the check \`${text}\` leads outside of the workspace`, {
      fits: "a folder below the workspace",
    });
  const list = withoutTail(moved ? all.slice(4) : all);
  const bad = list.find((token) => token.op);
  if (bad !== undefined)
    return unparsable(
      text,
      `needs a shell at \`${bad.text === "\n" || bad.text === "\r" ? "a line break" : bad.text}\``,
    );
  const first = list.findIndex((token) => !/^[A-Za-z_][A-Za-z0-9_]*=/u.test(token.text));
  if (first < 0) return unparsable(text, "names no program");
  const env = Object.fromEntries(
    list
      .slice(0, first)
      .map(({ text: pair }) => [
        pair.slice(0, pair.indexOf("=")),
        pair.slice(pair.indexOf("=") + 1),
      ]),
  );
  const argv = list.slice(first).map((token) => token.text);
  if (isShellWord(argv[0])) return unparsable(text, `needs a shell at \`${argv[0]}\``);
  return argv[0] === "" ? unparsable(text, "names no program") : { argv, cwd: folder, env };
};
