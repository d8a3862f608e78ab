// Desk for tests of the command line without a process: folder, input, output.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { cli } from "../../src/cli/cli.ts";
import { type Keyboard, type Prompts, QuestionLeft } from "../../src/cli/world.ts";
import { open } from "../../src/open.ts";
import type { Kin } from "../../src/workspace/workspace.ts";
import { atEnd } from "../fixtures/at-end.ts";
import { firstCommit } from "../fixtures/first-commit.ts";
import { builtLauncher } from "../fixtures/built.ts";
import { hostWithin } from "../fixtures/host-within.ts";

export type Typed = {
  readonly stdin?: string;
  /** Answers to questions, in order; without them nobody sits there. */
  readonly answers?: readonly string[];
  /** After the last answer Ctrl-C. */
  readonly left?: true;
  /** Done in place of the first answer, while the question stands until it is gone. */
  readonly elsewhere?: () => Promise<unknown>;
  readonly env?: NodeJS.ProcessEnv;
  /** Where it was typed; the repository's top if not said. */
  readonly cwd?: string;
  /** Standard output is a terminal this wide. */
  readonly columns?: number;
  readonly signal?: AbortSignal;
  /** At a terminal, whether Ctrl-C is pressed once more soon after `signal`; nobody sits there if not said. */
  readonly twice?: boolean;
  /** Of whom the call descends: nobody's, if not said. */
  readonly kin?: readonly Kin[];
  /** Keys that are pressed, as each listener hears them. */
  readonly keyboard?: Keyboard;
  /** Told each piece of standard output as it comes. */
  readonly heard?: (text: string) => void;
  /** Hosts are processes of their own, whatever the file says: it is about them. */
  readonly apart?: true;
};
export type Printed = {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
  readonly json: () => unknown;
};
/** A line as it is typed, or its words. */
export type Line = string | readonly string[];
export type Desk = {
  readonly folder: string;
  readonly root: string;
  readonly cairn: (line: Line, typed?: Typed) => Promise<Printed>;
  /** The same, and it must end with this exit code. */
  readonly ends: (exit: number, line: Line, typed?: Typed) => Promise<Printed>;
};

const held = /\u0001(\d+)\u0001/gu;
/** The words of a line as it is typed: quotes hold several together, what is put in is never parted, and of a list each word is one. */
export const asTyped = (
  parts: readonly string[],
  ...put: readonly (string | number | readonly string[])[]
): readonly string[] =>
  (
    parts
      .map((part, at) => (at === 0 ? part : `\u0001${at - 1}\u0001${part}`))
      .join("")
      .match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/gu) ?? []
  ).flatMap((word) => {
    const whole = put[Number(/^\u0001(\d+)\u0001$/u.exec(word)?.[1] ?? -1)];
    if (Array.isArray(whole)) return whole;
    return word
      .replaceAll(/"([^"]*)"|'([^']*)'/gu, "$1$2")
      .replaceAll(held, (_, at: string) => String(put[Number(at)]));
  });

/** `cairn`, and what comes of it. */
export const calls = (cairn: Desk["cairn"]): Pick<Desk, "cairn" | "ends"> => ({
  cairn,
  ends: async (exit, line, typed) => {
    const printed = await cairn(line, typed);
    const said = typeof line === "string" ? line : line.join(" ");
    assert.equal(printed.exit, exit, `cairn ${said}: ${printed.out}${printed.err}`);
    return printed;
  },
});

let within = false;
/** Said by a file of tests that are about no process, but where they say so: its hosts run in its own, for less than half. */
export const hostsWithin = (): void => {
  within = true;
};

/** A folder with a git repository `shop` in it and a home for sessions beside; removed after the test. */
export const desk = (t: TestContext, files: Readonly<Record<string, string>> = {}): Desk => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-cli-")));
  // A program that the test began may still be writing its last file.
  atEnd(t, () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  const root = join(folder, "shop");
  execFileSync("git", ["init", "--quiet", root]);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  firstCommit(root);
  return deskIn(folder);
};

/** Answers in order: of choices one by its place from 1 or its id, yes or no by its letter, Enter by an empty text. */
const answering = (
  answers: string[],
  asked: (question: string) => void,
  none: (question: string) => Error,
  elsewhere: (() => Promise<unknown>)[],
): Prompts => {
  const next = async (question: string, gone: AbortSignal | undefined): Promise<string> => {
    asked(question);
    const other = gone === undefined ? undefined : elsewhere.shift();
    if (gone !== undefined && other !== undefined) {
      const left = once(gone, "abort");
      await other();
      await left;
      throw new QuestionLeft();
    }
    const answer = answers.shift();
    if (answer === undefined) throw none(question);
    return answer.trim();
  };
  const line: Prompts["line"] = async (question, must, gone) =>
    (await next(question, gone)) || (must ? line(question, must, gone) : "");
  return {
    line,
    choose: async (question, choices, usual, gone) => {
      const said = await next(
        [question, ...choices.map(({ label }, index) => `${index + 1} ${label}`)].join("\n"),
        gone,
      );
      const id =
        said === ""
          ? (usual ?? choices[0]?.id)
          : (choices.find((one) => one.id === said) ?? choices[Number(said) - 1])?.id;
      if (id === undefined) throw new Error(`${said} is none of the choices of ${question}`);
      return id;
    },
    agree: async (question, usual, gone) => {
      const said = await next(`${question} [${usual ? "Y/n" : "y/N"}]`, gone);
      return said === "" ? usual : said === "y";
    },
  };
};

/** The same in a folder that is there already. */
export const deskIn = (folder: string): Desk => {
  const root = join(folder, "shop");
  const home = {
    HOME: folder,
    CAIRN_ULTRAWORK_HOME: join(folder, "sessions"),
    PATH: process.env["PATH"],
  };
  const cairn: Desk["cairn"] = async (line, typed = {}) => {
    const argv = typeof line === "string" ? asTyped([line]) : line;
    let [out, err] = ["", ""];
    const answers = [...(typed.answers ?? [])];
    const elsewhere = typed.elsewhere === undefined ? [] : [typed.elsewhere];
    const exit = await cli({
      argv,
      env: { ...home, ...typed.env },
      cwd: typed.cwd ?? root,
      out: (text) => {
        out += text;
        typed.heard?.(text);
      },
      err: (text) => void (err += text),
      columns: () => typed.columns ?? null,
      terminal: typed.answers !== undefined,
      read: (path) =>
        path === null ? Promise.resolve(typed.stdin ?? "") : readFile(join(root, path), "utf8"),
      prompts: () =>
        Promise.resolve(
          answering(
            answers,
            (question) => void (err += `${question}\n`),
            (question) =>
              typed.left === true ? new QuestionLeft() : new Error(`nobody answers ${question}`),
            elsewhere,
          ),
        ),
      keyboard: () => Promise.resolve(typed.keyboard ?? (() => () => {})),
      interrupted: () => typed.signal ?? new AbortController().signal,
      twice: () => {
        const { twice } = typed;
        return twice === undefined ? null : { said: () => Promise.resolve(twice) };
      },
      now: Date.now,
      open: (options) =>
        open(
          {
            ...options,
            // Whoever runs the tests may be a job itself.
            kin: () => typed.kin ?? [],
            get launcher() {
              return builtLauncher();
            },
          },
          // Ctrl-C is handed on to hosts by their process.
          within && typed.signal === undefined && typed.apart !== true ? hostWithin : undefined,
        ),
    });
    return { exit, out, err, json: (): unknown => JSON.parse(out) };
  };
  return { folder, root, ...calls(cairn) };
};

/** A part of JSON that a test relies on: anything else is a failure of the test. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((inner, key) => {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, key))
      throw new Error(`no ${path.join(".")} in ${JSON.stringify(value)}`);
    const found: unknown = Reflect.get(inner, key);
    return found;
  }, value);
