// Scene of a story: a repository, a HOME and a model server of its own.
import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { builtLauncher } from "../fixtures/built.ts";
import { openModelServer } from "../fixtures/model-server/server.ts";
import type { ModelServer } from "../fixtures/model-server/server.ts";
import type { Script } from "../fixtures/model-server/script.ts";
import { agentsFolder } from "./find.ts";
import type { Program } from "./program.ts";

/** What stands in the configuration of each scene. */
export const { CAIRN_TEST_FENCE: fence = "off" } = process.env;
/** Built, as users have it: from the sources hooks would take longer than their time on a busy machine. */
const launcher = builtLauncher();

export type Typed = { readonly exit: number | null; readonly out: string; readonly err: string };
type Event = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
type Process = { readonly pid: number; readonly line: string };
export type Scene = {
  readonly root: string;
  readonly server: ModelServer;
  /** Where places lie. */
  readonly places: string;
  readonly cairn: (...argv: readonly string[]) => Promise<Typed>;
  /** Any program, typed by its person, in the environment of the scene and this. */
  readonly typed: (
    env: Readonly<Record<string, string>>,
    ...argv: readonly string[]
  ) => Promise<Typed>;
  /** Goes on by itself; `ended` tells how. */
  readonly begin: (...argv: readonly string[]) => {
    readonly child: ChildProcess;
    readonly ended: Promise<Typed>;
  };
  readonly events: () => Promise<readonly Event[]>;
  /** The folder of the job in whose place this file is; waits for it. */
  readonly until: (path: string) => Promise<string>;
  /** The text of a file as it landed. */
  readonly landed: (path: string) => string;
  /** Processes of the story that are still there; a host, which ends right after it wrote down how its job did, is given a moment for that. */
  readonly left: () => Promise<readonly Process[]>;
  /** By -9: the program that a host has started, or all, as if the machine had lost its power. */
  readonly kill: (whom: "program" | "all") => void;
};

const placed = (folder: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
};

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** Every process whose environment names the story's folder: neither a new session nor a dropped variable hides it. */
const processesOf = (folder: string): readonly Process[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name) && Number(name) !== process.pid)
    .filter(
      (name) =>
        read(`/proc/${name}/environ`).includes(folder) &&
        !/^State:\s+[ZX]/mu.test(read(`/proc/${name}/status`)),
    )
    .map((name) => ({
      pid: Number(name),
      line: read(`/proc/${name}/cmdline`).replaceAll("\0", " "),
    }));

const isHost = ({ line }: Process): boolean => line.includes(`${basename(launcher)} host `);
const hostMs = 5_000;
const leftOf = async (folder: string): Promise<readonly Process[]> => {
  for (const since = Date.now(); ; await sleep(50)) {
    const left = processesOf(folder);
    if (left.length === 0 || !left.every(isHost) || Date.now() - since > hostMs) return left;
  }
};

const parentOf = (pid: number): number =>
  Number(/^PPid:\s+(\d+)/mu.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);

const killed = (folder: string, whom: "program" | "all"): void => {
  const all = processesOf(folder);
  const hosts = new Set(all.filter(isHost).map(({ pid }) => pid));
  for (const { pid } of whom === "all" ? all : all.filter((one) => hosts.has(parentOf(one.pid)))) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // it ended by itself meanwhile
    }
  }
};

/** Not under the system's temporary folder, where codex keeps no settings and where its sandbox lets anything be written. */
const folderFor = (): string => {
  const scenes = join(
    existsSync(agentsFolder) && process.env["CAIRN_TEST_AGENTS"] === undefined
      ? agentsFolder
      : join(import.meta.dirname, "../../node_modules/.cache"),
    "scenes",
  );
  mkdirSync(scenes, { recursive: true });
  return realpathSync(mkdtempSync(join(scenes, "s-")));
};

/** What the program's tools gave. */
export const resultsSeenBy = ({ server }: Scene): string =>
  server.requests
    .flatMap(({ asked }) => asked?.turns ?? [])
    .flatMap((turn) => (turn.is === "result" ? [turn.text] : []))
    .join("\n");

export type Setting = {
  readonly program: Program;
  /** Where it is installed. */
  readonly path: string;
  readonly script: Script;
  /** Behind the program in its argv. */
  readonly words?: readonly string[];
  /** Seconds that its model may be silent. */
  readonly silence?: number;
  /** Files of other programs below HOME, by the server's address. */
  readonly home?: (url: string) => Readonly<Record<string, string>>;
  /** Nothing is configured yet: the program alone is on PATH, and its environment is that of whoever types. */
  readonly newcomer?: true;
};

/** Without the folders in which other agent programs lie. */
const pathWithout = (path: string): string =>
  path
    .split(delimiter)
    .filter(
      (folder) =>
        !["claude", "codex", "gemini", "opencode", "qwen"].some((name) =>
          existsSync(join(folder, name)),
        ),
    )
    .join(delimiter);

/** Of the program that asked a model this: programs tell theirs at the beginning. */
const workFolderIn = (request: string, places: string): string | null => {
  const at = request.indexOf(places);
  return at === -1
    ? null
    : (/^(?:[^"\\\s/]*\/)+slots\/[^"\\\s/]+\/tree/u.exec(request.slice(at))?.[0] ?? null);
};

export const scene = async (
  t: TestContext,
  { program, path, script, words = [], silence = 900, home: besides, newcomer }: Setting,
): Promise<Scene> => {
  const folder = folderFor();
  const [root, home, bin] = [join(folder, "shop"), join(folder, "home"), join(folder, "bin")];
  const places = join(folder, "places");
  const server = await openModelServer(script, (body) =>
    workFolderIn(JSON.stringify(body), places),
  );
  t.after(async () => {
    killed(folder, "all");
    await server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  const agent = {
    driver: program.driver,
    argv: [path, ...(program.words ?? []), ...words],
    env: program.env(server.url),
  };
  placed(home, {
    ...program.home(server.url),
    ...besides?.(server.url),
    ".gitconfig": "[user]\n\tname = ana\n\temail = ana@example.org\n",
  });
  placed(root, {
    "README.md": "# Shop\n",
    // Signs between a story and its program.
    ".gitignore": "begun\ngo\n",
    ...(newcomer === true
      ? {}
      : {
          "cairn.config.json": JSON.stringify({
            agents: { [program.driver]: agent },
            roles: { "*": program.driver },
            fence,
          }),
        }),
  });
  mkdirSync(bin);
  symlinkSync(launcher, join(bin, "cairn"));
  if (newcomer === true) symlinkSync(path, join(bin, program.bin));
  const { NODE_TEST_CONTEXT: _context, ...parent } = process.env;
  const own = Object.fromEntries(
    Object.entries(parent).filter(([name]) => !/^(CAIRN|XDG)_|_API_KEY$|^CLAUDE/u.test(name)),
  );
  const env = {
    ...own,
    ...(newcomer === true ? program.env(server.url) : {}),
    HOME: home,
    CAIRN_PLACES: places,
    PATH: [bin, dirname(process.execPath), pathWithout(parent["PATH"] ?? "")].join(delimiter),
    CAIRN_PATIENCE_S: "4",
    CAIRN_SILENCE_S: String(silence),
  };
  execFileSync("git", ["init", "--quiet", "--initial-branch=main", root], { env });
  execFileSync("git", ["-C", root, "add", "."], { env });
  execFileSync("git", ["-C", root, "commit", "--quiet", "-m", "Begin"], { env });

  const typing = (
    more: Readonly<Record<string, string>>,
    [file = "", ...argv]: readonly string[],
  ): ReturnType<Scene["begin"]> => {
    const child = spawn(file, argv, {
      cwd: root,
      env: { ...env, ...more },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => void (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => void (err += chunk.toString()));
    // Not close: whoever outlives it may hold its output.
    const ended = new Promise<Typed>((resolve) =>
      child.once("exit", (exit) => setImmediate(() => resolve({ exit, out, err }))),
    );
    return { child, ended };
  };
  const begin: Scene["begin"] = (...argv) => typing({}, [process.execPath, launcher, ...argv]);
  const cairn: Scene["cairn"] = (...argv) => begin(...argv).ended;
  return {
    root,
    places,
    server,
    begin,
    typed: (more, ...argv) => typing(more, argv).ended,
    cairn,
    events: async () =>
      (await cairn("log", "s", "--json")).out
        .trimEnd()
        .split("\n")
        .map((line): Event => JSON.parse(line)),
    until: async (path) => {
      for (const since = Date.now(); ; await sleep(50)) {
        const [found] = globSync(join(places, "*/slots/*/tree", path));
        if (found !== undefined) return dirname(found);
        if (Date.now() - since > 60_000) throw new Error(`${path} never came`);
      }
    },
    landed: (path) => {
      const git = (...words: readonly string[]): string =>
        execFileSync("git", ["-C", root, ...words], { env, encoding: "utf8" });
      return git(
        "show",
        `${git("for-each-ref", "--format=%(refname)", "refs/heads/cairn/").trim()}:${path}`,
      );
    },
    left: () => leftOf(folder),
    kill: (whom) => killed(folder, whom),
  };
};
