// Helper of tests of lies: the real program with ledger, files and git in a temporary folder.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Row } from "../../src/core/row.ts";
import { type OpenOptions, open } from "../../src/open.ts";
import type { System } from "../../src/runtime/system.ts";
import { deskIn } from "../e2e/desk.ts";
import type { Printed } from "../e2e/desk.ts";
import { fenced } from "../fixtures/fenced.ts";
import { firstCommit } from "../fixtures/first-commit.ts";
import { hostWithin } from "../fixtures/host-within.ts";
import { counted } from "./counted.ts";
import type { Counted } from "./counted.ts";

/** Parsed JSON, looked into as it is. */
type Json = ReturnType<typeof JSON.parse>;

export type Scene = {
  readonly top: string;
  /** The one path beside its place that a job may write. */
  readonly handed: string;
  readonly run: string;
  /** The session's folder. */
  readonly folder: string;
  /** Tokens by job. */
  readonly tokens: ReadonlyMap<string, string>;
  cairn(argv: readonly string[], stdin?: string): Promise<Printed>;
  /** All that a verb printed, as one line with what differs from run to run replaced. */
  say(argv: readonly string[], stdin?: string): Promise<string>;
  with<T>(then: (system: System) => Promise<T>): Promise<T>;
  text(path: string): string;
  /** Overwrites a file of the session, as an editor would. */
  write(path: string, text: string): void;
  /** Changes a JSON file of the session. */
  edit(path: string, change: (value: Json) => void): void;
  /** What was written so, by path. */
  readonly written: ReadonlyMap<string, string>;
  /** Names and bytes of what was set aside. */
  aside(): Readonly<Record<string, string>>;
  /** The same, one character a byte. */
  bytesAside(): readonly string[];
  database<T>(then: (db: DatabaseSync) => T): T;
  rows(): Promise<readonly Row[]>;
  counted(): Promise<Counted>;
  /** The run as it was begun. */
  readonly before: Before;
  plain(text: string): string;
};

const flat = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

type Before = { readonly counted: Counted; readonly rows: readonly Row[] };
type Begun = {
  readonly before: Before;
  readonly home: string;
  readonly saved: string;
  readonly run: string;
  readonly folder: string;
  readonly tokens: ReadonlyMap<string, string>;
};
const begun = new Map<string, Begun>();

const optionsIn = (home: string): OpenOptions => ({
  cwd: join(home, "shop"),
  env: { HOME: home, PATH: process.env["PATH"], CAIRN_ULTRAWORK_HOME: join(home, "sessions") },
});
const systemIn = async <T>(home: string, then: (system: System) => Promise<T>): Promise<T> => {
  const system = await open(optionsIn(home), hostWithin);
  try {
    return await then(system);
  } finally {
    await system.close();
  }
};

let all: string | null = null;
/** Gone with the process. */
const scenes = (): string => {
  if (all !== null) return all;
  const made = realpathSync(mkdtempSync(join(tmpdir(), "cairn-lies-")));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  all = made;
  return made;
};

/** Places are part of a scene: what is begun once is copied with them. */
const placedIn = (home: string): void => void (process.env["CAIRN_PLACES"] = join(home, "places"));

/** `root`: the working tree. */
type Begin = (
  system: System,
  keep: (job: string, token: string) => void,
  root: string,
) => Promise<string>;
const beginOnce = async (begin: Begin): Promise<Begun> => {
  const top = mkdtempSync(join(scenes(), "s"));
  const [home, saved] = [join(top, "now"), join(top, "saved")];
  placedIn(home);
  execFileSync("git", ["init", "--quiet", join(home, "shop")]);
  writeFileSync(join(home, "shop/README.md"), "a shop\n");
  firstCommit(join(home, "shop"));
  fenced(home);
  const tokens = new Map<string, string>();
  const { run, folder, before } = await systemIn(home, async (system) => {
    const id = await begin(system, (job, token) => void tokens.set(job, token), join(home, "shop"));
    const card = (await system.runs({ run: id }))[0];
    if (card === undefined) throw new Error("the run has not begun");
    const before = { counted: await counted(system, id), rows: await system.rows(id) };
    return { run: id, folder: system.folder(card), before };
  });
  cpSync(home, saved, { recursive: true, preserveTimestamps: true });
  return { home, saved, run, folder, tokens, before };
};

/** `setting`: all scenes of one name begin in the same way, which is done once; one of them is open at a time. */
export const openScene = async (setting: string, begin: Begin): Promise<Scene> => {
  const known = begun.get(setting);
  const scened = known ?? (await beginOnce(begin));
  const { home, saved, run, folder, tokens, before } = scened;
  placedIn(home);
  if (known === undefined) begun.set(setting, scened);
  else {
    rmSync(home, { recursive: true, force: true });
    cpSync(saved, home, { recursive: true, preserveTimestamps: true });
  }
  const place = deskIn(home);
  const { root } = place;
  const within = <T>(then: (system: System) => Promise<T>): Promise<T> => systemIn(home, then);
  const plain = (text: string): string => {
    const named = [...tokens.values()].reduce((so, token) => so.replaceAll(token, "TOKEN"), text);
    return flat(
      named
        .replaceAll(run, "RUN")
        .replaceAll(home, "TOP")
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "TIME"),
    );
  };
  const written = new Map<string, string>();
  const text = (path: string): string => readFileSync(join(folder, path), "utf8");
  const write = (path: string, now: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), now);
    written.set(path, now);
  };
  const cairn: Scene["cairn"] = (argv, stdin) =>
    place.cairn(argv, stdin === undefined ? {} : { stdin });
  const scene: Scene = {
    top: root,
    handed: join(home, "handed"),
    run,
    folder,
    tokens,
    cairn,
    async say(argv, stdin) {
      const { out, err } = await cairn(argv, stdin);
      return plain(`${out}\n${err}`);
    },
    with: within,
    text,
    write,
    edit(path, change) {
      const value: Json = JSON.parse(text(path));
      change(value);
      write(path, `${JSON.stringify(value, null, 2)}\n`);
    },
    written,
    aside() {
      const at = join(root, ".git/cairn/refused", run);
      return existsSync(at)
        ? Object.fromEntries(
            readdirSync(at).map((name) => [name, readFileSync(join(at, name), "utf8")]),
          )
        : {};
    },
    bytesAside() {
      const at = join(root, ".git/cairn/refused", run);
      return Object.keys(scene.aside()).map((name) => readFileSync(join(at, name), "latin1"));
    },
    database(then) {
      const db = new DatabaseSync(join(root, ".git/cairn/ledger.db"));
      try {
        return then(db);
      } finally {
        db.close();
      }
    },
    rows: () => within((system) => system.rows(run)),
    counted: () => within((system) => counted(system, run)),
    before,
    plain,
  };
  return scene;
};
