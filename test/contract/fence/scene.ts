// A machine of a user's home, his repository and a place, seen from inside a fence by root and by a plain user.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, test, type TestContext } from "node:test";
import { builtLauncher } from "../../fixtures/built.ts";
import type { StateFolder } from "../../../src/core/agents/state-folder.ts";
import type { Asked, Told } from "./within.ts";

const plain = 65_534;
export const launcher = builtLauncher();

/** The descriptor by which all that is run inherits the folder for temporary files: Node lets go of the first sixteen by itself. */
export const inherited = 40;

type Rest = {
  /** Besides the place. */
  readonly writable?: readonly string[];
  readonly network?: boolean;
  readonly ms?: number;
  readonly readable?: readonly string[];
  readonly programs?: readonly string[];
  readonly shows?: readonly string[];
  readonly env?: Asked["ask"]["env"];
  readonly work?: Asked["ask"]["work"];
  /** What stands behind its door; not said: it has none. */
  readonly outside?: Asked["outside"];
  /** What an agent's program keeps of its own. */
  readonly folders?: readonly StateFolder[];
  /** Said: run as its user does. */
  readonly fenced?: false;
  /** A file that is its standard input. */
  readonly input?: string;
};
export type Scene = {
  readonly uid: number;
  readonly folder: string;
  readonly home: string;
  readonly root: string;
  readonly place: string;
  readonly put: (path: string, text: string) => string;
  /** Runs a script within, in the place; without a network if not said, 20 s at most. */
  readonly run: (script: string, rest?: Rest) => Promise<Told>;
  /** The same by a process that can be killed with all that it holds: answers how. */
  readonly begin: (script: string, rest?: Rest) => () => void;
};

const processOf = (uid: number, path = process.env["PATH"]) => {
  const folder = openSync(tmpdir(), "r");
  const child = spawn(process.execPath, [join(import.meta.dirname, "within.ts")], {
    // The last one as a careless shell or IDE hands it on: a folder that stands open.
    stdio: ["pipe", "pipe", "inherit", ...Array<"ignore">(inherited - 3).fill("ignore"), folder],
    cwd: "/",
    env: { PATH: path, TMPDIR: tmpdir(), CAIRN_HOST: "1" },
    uid,
    gid: uid,
  });
  closeSync(folder);
  const { stdin, stdout } = child;
  assert.ok(stdin !== null && stdout !== null);
  return { stdin, stdout, kill: (signal: NodeJS.Signals) => void child.kill(signal) };
};

/** One process a user, for all that is asked of it. */
const asker = (uid: number, path?: string): ((asked: Asked) => Promise<Told>) => {
  let started: ReturnType<typeof start> | null = null;
  const start = () => {
    const child = processOf(uid, path);
    const { stdin, stdout } = child;
    const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
    return {
      end: () => child.kill("SIGTERM"),
      send: (line: string) => void stdin.write(`${line}\n`),
      next: async () => {
        const { value, done } = await lines.next();
        assert.ok(done !== true, "it ended without an answer");
        return value;
      },
    };
  };
  after(() => started?.end());
  return async (asked) => {
    started ??= start();
    started.send(JSON.stringify(asked));
    const told: Told = JSON.parse(await started.next());
    return told;
  };
};

const sceneFor = (t: TestContext, uid: number, ask: (asked: Asked) => Promise<Told>): Scene => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-fence-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const own = (path: string): string => {
    chownSync(path, uid, uid);
    return path;
  };
  own(folder);
  const make = (path: string): string => {
    if (path === ".") return folder;
    make(dirname(path));
    mkdirSync(join(folder, path), { recursive: true });
    return own(join(folder, path));
  };
  const put = (path: string, text: string): string => {
    make(dirname(path));
    writeFileSync(join(folder, path), text);
    return own(join(folder, path));
  };
  const [home, root, places, place] = [
    make("home"),
    make("shop"),
    make("places"),
    make("places/shop/slots/a/tree"),
  ];
  put("shop/.git/cairn/ledger.db", "the record");
  put("home/.ssh/id", "a key");
  const asked = (
    script: string,
    {
      writable = [],
      network = false,
      ms = 20_000,
      readable = [],
      programs = [],
      shows = [],
      env: more = {},
      work = { commit: null, commands: [] },
      folders,
      outside,
      ...rest
    }: Rest = {},
  ): Asked => {
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      CAIRN_PLACES: places,
      TMPDIR: tmpdir(),
      ...more,
    };
    const state =
      folders === undefined
        ? null
        : {
            home: join(root, ".git/cairn"),
            cwd: place,
            thread: ["run", "agent", "task-1"],
            folders,
            env,
          };
    const hidden = [join(root, ".git/cairn")];
    // The clone may lie where a fence hides what is there.
    const client = outside === undefined ? [] : [launcher];
    return {
      script,
      network,
      ms,
      ask: {
        root,
        writable: [place, ...writable],
        readable: [...client, ...readable],
        programs,
        shows,
        hidden,
        state,
        env,
        work,
      },
      fenced: rest.fenced ?? true,
      input: rest.input ?? null,
      ...(outside === undefined ? {} : { outside }),
    };
  };
  return {
    uid,
    folder,
    home,
    root,
    place,
    put,
    run: (script, rest) => ask(asked(script, rest)),
    begin(script, rest) {
      const child = processOf(uid);
      t.after(() => child.kill("SIGKILL"));
      child.stdin.write(`${JSON.stringify(asked(script, rest))}\n`);
      return () => child.kill("SIGKILL");
    },
  };
};

const own = process.getuid?.() ?? 0;
const users = (own === 0 ? [0, plain] : [own]).map((uid) => ({ uid, ask: asker(uid) }));

const userName = (uid: number): string => (uid === 0 ? "root" : "a plain user");
type Check = (scene: Scene, t: TestContext) => Promise<void>;

/** Each holds for root and for a plain user. @param path where programs are found; not said: as here */
export const bothUsers = (name: string, check: Check, path?: string): void => {
  const asked =
    path === undefined ? users : users.map(({ uid }) => ({ uid, ask: asker(uid, path) }));
  for (const { uid, ask } of asked)
    test(`${name} (${userName(uid)})`, (t) => check(sceneFor(t, uid, ask), t));
};

/** What doesn't hang on the rights of a user: of a plain one, where there are both. */
export const plainUser = (name: string, check: Check): void => {
  const { uid, ask } = users.at(-1) ?? assert.fail("nobody is there");
  test(`${name} (${userName(uid)})`, (t) => check(sceneFor(t, uid, ask), t));
};
