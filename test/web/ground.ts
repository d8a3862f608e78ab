// Helper of web tests: repository, home, ledger and real program in a temporary folder.
import { execFileSync, spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { builtLauncher } from "../fixtures/built.ts";

export type Typed = { readonly exit: number | null; readonly out: string; readonly err: string };
export type Begun = {
  readonly pid: number;
  /** Told each line of its standard output. */
  readonly heard: (line: (text: string) => void) => void;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly ended: Promise<Typed>;
};
export type Ground = {
  readonly folder: string;
  readonly root: string;
  /** Where ultrawork's sessions are. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly begin: (argv: readonly string[]) => Begun;
  /** Any exit but those expected is an error that shows what was printed. */
  readonly cairn: (argv: readonly string[], expected?: readonly number[]) => Promise<Typed>;
  readonly git: (...argv: readonly string[]) => string;
  /** Files of the repository. */
  readonly place: (files: Readonly<Record<string, string>>) => void;
  /** Lets the agents go on that wait for it. */
  readonly release: (gate: string) => void;
  readonly end: () => void;
};

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** Whatever was started from there, hosted jobs too: its environment names the folder. */
export const processesIn = (
  folder: string,
): readonly { readonly pid: number; readonly line: string }[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name) && Number(name) !== process.pid)
    .filter((name) => read(`/proc/${name}/environ`).includes(`${folder}/`))
    .map((name) => ({
      pid: Number(name),
      line: read(`/proc/${name}/cmdline`).replaceAll("\0", " "),
    }));

/** Ends it, unless it ended by itself meanwhile. */
export const killed = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it is gone
  }
};

/** `files`: of the repository's first commit. `{folder}` in them is the ground's own. */
export const layGround = (files: Readonly<Record<string, string>>): Ground => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-web-")));
  const [root, home, gates] = [
    join(folder, "tiny-shop"),
    join(folder, "sessions"),
    join(folder, "gates"),
  ];
  mkdirSync(gates);
  const own = Object.entries(process.env).filter(([name]) => !/^(CAIRN_|XDG_|NODE_)/u.test(name));
  const env = {
    ...Object.fromEntries(own),
    HOME: folder,
    USER: "ana",
    LOGNAME: "ana",
    NO_COLOR: "1",
    CAIRN_ULTRAWORK_HOME: home,
    PATH: [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
  };
  const place: Ground["place"] = (more) => {
    for (const [path, text] of Object.entries(more)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text.replaceAll("{folder}", folder));
    }
  };
  const git: Ground["git"] = (...argv) =>
    execFileSync("git", argv, { cwd: root, env, encoding: "utf8" });
  place(files);
  git("-c", "init.defaultBranch=main", "init", "--quiet");
  git("config", "user.name", "Ana");
  git("config", "user.email", "ana@example.invalid");
  git("add", ".");
  // Two machines have the same commit, whenever each was made.
  const then = {
    ...env,
    GIT_AUTHOR_DATE: "2026-01-08T12:00:00Z",
    GIT_COMMITTER_DATE: "2026-01-08T12:00:00Z",
  };
  execFileSync("git", ["commit", "--quiet", "--message", "A shop that can't count"], {
    cwd: root,
    env: then,
  });
  const launcher = builtLauncher();
  const begin: Ground["begin"] = (argv) => {
    const child = spawn(process.execPath, [launcher, ...argv], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err]: [string[], string[]] = [[], []];
    const ears: ((line: string) => void)[] = [];
    createInterface({ input: child.stdout }).on("line", (line) => {
      out.push(line);
      for (const ear of ears) ear(line);
    });
    createInterface({ input: child.stderr }).on("line", (line) => void err.push(line));
    // Not close: a hosted job may outlive it and hold its output.
    const ended = new Promise<Typed>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (exit) =>
        setImmediate(() => resolve({ exit, out: out.join("\n"), err: err.join("\n") })),
      );
    });
    return {
      pid: child.pid ?? 0,
      heard: (ear) => {
        for (const line of out) ear(line);
        ears.push(ear);
      },
      signal: (name) => void child.kill(name),
      ended,
    };
  };
  return {
    folder,
    root,
    home,
    env,
    begin,
    place,
    git,
    cairn: async (argv, expected = [0]) => {
      const typed = await begin([...argv, "--no-input"]).ended;
      if (typed.exit === null || !expected.includes(typed.exit))
        throw new Error(
          `cairn ${argv.join(" ").slice(0, 200)} ended with ${typed.exit ?? "a signal"}:\n${typed.out}\n${typed.err}`,
        );
      return typed;
    },
    release: (gate) => writeFileSync(join(gates, gate), ""),
    end: () => {
      // Hosts first, lest one begins something anew; twice, for what was being born.
      for (let round = 0; round < 3; round += 1)
        for (const { pid } of processesIn(folder)) killed(pid);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
};
