// The desk at which the examples of the guide are typed: a small repository in a temporary folder, scripted agents, the program in this process.
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { finished, start } from "../../test/fixtures/shop/child.ts";
import { setStage } from "../../test/fixtures/shop/stage.ts";
import { deskIn, hostsWithin } from "../../test/e2e/desk.ts";
import { builtLauncher } from "../../test/fixtures/built.ts";
import { builtPage } from "../../test/web/page.ts";
import { stableText } from "./stable.ts";

type Type = (
  words: readonly string[],
  expected?: readonly number[],
  keep?: RegExp,
) => Promise<string>;

/** Another place to type at; `prompt` stands before each command, `env` goes over the desk's own. */
export type Seat = {
  readonly prompt: string;
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
};

/**
 * @property folder holds everything of the desk; examples show it as `~`
 * @property root the repository
 * @property type runs `cairn` with these words and gives what a reader of the guide sees: the command, then its output without
 * progress lines, and of other lines those that match `keep`
 * @property seat the same elsewhere
 * @property served the same for a server, which is ended when it has printed this many lines
 * @property conversations how many agents were started since the desk was set
 * @property git runs git in the repository
 */
export type Desk = {
  readonly folder: string;
  readonly root: string;
  readonly type: Type;
  readonly seat: (seat: Seat) => Type;
  readonly served: (words: readonly string[], lines: number) => Promise<string>;
  readonly conversations: () => number;
  readonly edit: (path: string, from: string, to: string) => void;
  readonly git: (...words: readonly string[]) => Promise<string>;
};

const COLUMNS = "98";
const MAX_LINE = 100;
/** Not `TMPDIR`: where a line breaks depends on how long its real paths are. */
const PLACE = "/tmp";
/** Folders of the desk that stand for the home of another machine, or of another user. */
const HOMES = ["tower"];

const word = (text: string): string => (/^[\w./=:@,-]+$/u.test(text) ? text : `"${text}"`);

/** Progress, an event with what stands below its time, says nothing to somebody who reads it later: all of it in a row becomes one sign. */
const withoutProgress = (lines: readonly string[]): readonly string[] =>
  lines
    .join("\n")
    .replaceAll(/^(?:\d\d:\d\d:\d\d .*(?:\n {10}.*)*(?:\n|$))+/gmu, "…\n")
    .split("\n")
    .map((line) => line.trimEnd());

/** Long lines go on below, further in; `end`: what a shell wants at the end of a line that does. */
const folded = (line: string, end = ""): string => {
  const cut = line.length <= MAX_LINE ? -1 : line.lastIndexOf(" ", MAX_LINE - end.length);
  return cut <= 8
    ? line
    : `${line.slice(0, cut)}${end}\n${folded(`      ${line.slice(cut + 1).trimStart()}`, end)}`;
};

hostsWithin();
/** What is typed finds only this environment, as its own process would. */
const withEnv = async <T>(env: NodeJS.ProcessEnv, act: () => Promise<T>): Promise<T> => {
  const before = { ...process.env };
  const become = (now: NodeJS.ProcessEnv): void => {
    for (const name of Object.keys(process.env))
      if (now[name] === undefined) delete process.env[name];
    for (const [name, value] of Object.entries(now))
      if (value !== undefined) process.env[name] = value;
  };
  become(env);
  try {
    return await act();
  } finally {
    become(before);
  }
};
const linesOf = (text: string): readonly string[] =>
  text === "" ? [] : text.replace(/\n$/u, "").split("\n");

/** Makes each conversation of a script leave a line in `file`. */
const counted = (script: string, file: string): void => {
  const text = readFileSync(script, "utf8").replace("export const steps =", "const scripted =");
  const wrapper = `\nimport { appendFileSync } from "node:fs";\nexport const steps = (about, brief) => {\n  appendFileSync(${JSON.stringify(file)}, about.job + "\\n");\n  return scripted(about, brief);\n};\n`;
  writeFileSync(script, text + wrapper);
};

/** Lends a desk to `use`, and removes it afterwards. */
export const atDesk = async <T>(use: (desk: Desk) => Promise<T>): Promise<T> => {
  const stage = await setStage(process.env, { under: PLACE, cart: "broken" });
  const spent = join(stage.folder, "spent/conversations");
  const personal = join(stage.folder, ".config/cairn");
  for (const folder of [dirname(spent), personal]) mkdirSync(folder, { recursive: true });
  // Each conversation is counted outside of its place.
  writeFileSync(
    join(personal, "config.json"),
    JSON.stringify({ fence: { writes: [dirname(spent)] } }),
  );
  appendFileSync(spent, "");
  for (const script of ["agents.mjs", "passes.mjs", "roles.mjs"])
    counted(join(stage.folder, script), spent);
  const env = {
    ...stage.env,
    HOME: stage.folder,
    CAIRN_ULTRAWORK_HOME: stage.home,
    COLUMNS,
    NO_COLOR: "1",
    USER: "ana",
    LOGNAME: "ana",
  };
  const own: Seat = { prompt: "$", root: stage.root, env };
  const begin = (
    { root, env: at }: Seat,
    words: readonly string[],
    line?: (text: string) => void,
  ) => start([process.execPath, builtLauncher(), ...words], root, at, line);
  const { cairn } = deskIn(stage.folder);
  const ended = async (
    { root, env: at }: Seat,
    words: readonly string[],
    expected: readonly number[],
  ) => {
    const { exit, out, err } = await withEnv(at, () => cairn(words, { cwd: root, env: at }));
    if (!expected.includes(exit))
      throw new Error(`cairn ${words.join(" ")} ended with ${exit}:\n${out}${err}`);
    return { out: linesOf(out), err: linesOf(err) };
  };
  const stable = stableText({
    [`${process.execPath} ${builtLauncher()}`]: "cairn",
    [stage.root]: "~/tiny-shop",
    ...Object.fromEntries(HOMES.map((name) => [join(stage.folder, name), "~"])),
    [stage.folder]: "~",
  });
  let runs: readonly string[] = [];
  const seen = async (
    seat: Seat,
    words: readonly string[],
    lines: readonly string[],
  ): Promise<string> => {
    // No other verb begins one.
    if (words[0] === "run") {
      const { out } = await ended(seat, ["status", "--json"], [0, 2]);
      const told = out.join("\n").matchAll(/"run": ?"([0-9a-z]{12})"/gu);
      runs = [...told].map(([, run = ""]) => run);
    }
    const [command = "", ...shown] = stable(
      runs,
      [`${seat.prompt} cairn ${words.map(word).join(" ")}`, ...lines].join("\n"),
    ).split("\n");
    return [folded(command, " \\"), ...shown.map((line) => folded(line))].join("\n");
  };
  const typeAt =
    (seat: Seat): Type =>
    async (words, expected = [0], keep = /^/u) => {
      const { out, err } = await ended(seat, [...words, "--no-input", "--as", "ana"], expected);
      return seen(
        seat,
        words,
        withoutProgress([...err, ...out]).filter((line) => line === "…" || keep.test(line)),
      );
    };
  try {
    return await use({
      folder: stage.folder,
      root: stage.root,
      type: typeAt(own),
      seat: ({ prompt, root, env: over }) => typeAt({ prompt, root, env: { ...env, ...over } }),
      served: async (words, count) => {
        let printed = 0;
        const server = begin(
          own,
          [...words, "--port", "0", "--page", builtPage(stage.folder)],
          () => {
            printed += 1;
            if (printed === count && server.pid !== null) process.kill(server.pid, "SIGINT");
          },
        );
        return seen(own, words, (await finished(server, `cairn ${words.join(" ")}`, [0, 130])).out);
      },
      conversations: () => readFileSync(spent, "utf8").split("\n").length - 1,
      edit: (path, from, to) => {
        const before = readFileSync(join(stage.root, path), "utf8");
        if (!before.includes(from)) throw new Error(`${path} doesn't hold ${from}`);
        writeFileSync(join(stage.root, path), before.replace(from, to));
      },
      git: async (...words) =>
        (
          await finished(start(["git", ...words], stage.root, env), `git ${words.join(" ")}`)
        ).out.join("\n"),
    });
  } finally {
    rmSync(stage.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
};
