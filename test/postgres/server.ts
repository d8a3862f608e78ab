// Helper of tests: a real PostgreSQL server on a free port, gone with its test.
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freshData } from "./fresh-data.ts";

const bins = (): string | null => {
  const folders = ["/usr/lib/postgresql", "/usr/local/pgsql"].filter((folder) =>
    existsSync(folder),
  );
  const found = folders.flatMap((folder) =>
    readdirSync(folder).map((version) => join(folder, version, "bin")),
  );
  return (
    [...found, "/usr/local/bin", "/usr/bin", "/opt/homebrew/bin"].find((folder) =>
      existsSync(join(folder, "initdb")),
    ) ?? null
  );
};

/** Why no server can be started here; null: one can. */
export const postgresMissing: string | null =
  bins() === null ? "PostgreSQL isn't installed (Debian: apt-get install postgresql)" : null;

/** The server refuses to run as root. */
export const asServer = (argv: readonly string[]): readonly string[] =>
  userInfo().uid === 0
    ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--", ...argv]
    : argv;

const run = (argv: readonly string[], cwd: string, within: readonly string[] = []): string => {
  const [program = "", ...rest] = [...within, ...asServer(argv)];
  const { status, stdout, stderr } = spawnSync(program, rest, {
    cwd,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], LC_ALL: "C" },
  });
  if (status !== 0) throw new Error(`${argv.join(" ")}: ${stderr}${stdout}`);
  return stdout;
};

export const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
};

export type PostgresServer = {
  readonly port: number;
  /** Its data lie in `data` below it, its socket beside. */
  readonly folder: string;
  /** Makes a database of a new name; its address, for the role `postgres`. */
  database(): string;
  /** Runs statements as the server's owner. */
  psql(database: string, text: string): string;
  start(): void;
  /** `immediate`: as if it were killed; what was committed is recovered at the next start. */
  stop(how: "fast" | "immediate"): void;
  /** Ends all its processes by SIGKILL, the first one first, so that nothing is written down any more. */
  kill(): Promise<void>;
  remove(): void;
};

export type PostgresServerOptions = {
  /** Lines of postgresql.conf. */
  readonly settings?: readonly string[];
  readonly hosts?: string;
  /** The words before the server's own: what starts it in another network. */
  readonly within?: readonly string[];
  /** Lines of pg_hba.conf. */
  readonly lets?: readonly string[];
  /** It follows that one until it is promoted. */
  readonly standbyOf?: PostgresServer;
  /** Where its folder is made; the machine's own place for such if not said. */
  readonly place?: string;
};

/** Faster than what a user runs: nothing of it outlives the test, and no test takes away the machine's power. */
export const startPostgres = async (asked: PostgresServerOptions = {}): Promise<PostgresServer> => {
  const {
    settings = [],
    hosts = "127.0.0.1",
    within = [],
    lets = [],
    standbyOf,
    place = tmpdir(),
  } = asked;
  const bin = bins();
  if (bin === null) throw new Error(postgresMissing ?? "");
  const folder = mkdtempSync(join(place, "cairn-pg-"));
  if (userInfo().uid === 0) {
    const uid = Number(spawnSync("id", ["-u", "postgres"], { encoding: "utf8" }).stdout);
    const gid = Number(spawnSync("id", ["-g", "postgres"], { encoding: "utf8" }).stdout);
    chownSync(folder, uid, gid);
  }
  const data = join(folder, "data");
  const made = ["--no-sync", "-D", data, "-U", "postgres"];
  const init = (): void =>
    void run([join(bin, "initdb"), ...made, "--auth=trust", "-E", "UTF8", "--locale=C"], folder);
  if (standbyOf === undefined) freshData(bin, data, init);
  else
    run(
      [
        join(bin, "pg_basebackup"),
        ...made,
        "-R",
        "-c",
        "fast",
        "-h",
        standbyOf.folder,
        "-p",
        String(standbyOf.port),
      ],
      folder,
    );
  appendFileSync(join(data, "pg_hba.conf"), lets.map((line) => `${line}\n`).join(""));
  const port = await freePort();
  const options = [
    `-p ${port}`,
    `-k ${folder}`,
    `-h ${hosts}`,
    ...settings.map((setting) => `-c ${setting}`),
  ].join(" ");
  const start = (): void =>
    void run(
      [join(bin, "pg_ctl"), "-D", data, "-w", "-l", join(folder, "log"), "-o", options, "start"],
      folder,
      within,
    );
  const stop = (how: "fast" | "immediate"): void =>
    void run([join(bin, "pg_ctl"), "-D", data, "-m", how, "-w", "stop"], folder);
  const psql = (database: string, text: string): string =>
    run(
      [
        join(bin, "psql"),
        "-h",
        folder,
        "-p",
        String(port),
        "-U",
        "postgres",
        "-d",
        database,
        "-v",
        "ON_ERROR_STOP=1",
        "-Atqc",
        text,
      ],
      folder,
    );
  const childrenOf = (pid: number): readonly number[] =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .split(" ")
      .filter((word) => word !== "")
      .map(Number);
  const kill = async (): Promise<void> => {
    const first = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1)[0]);
    // Its own children alone: one that comes between the two looks dies by itself when it finds the first one gone.
    const all = [first, ...childrenOf(first)];
    for (const pid of all) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It ended by itself.
      }
    }
    // Until they are buried, too: a new one would take a number that is still there for a server that lives.
    while (all.some((pid) => existsSync(`/proc/${pid}`))) await sleep(10);
  };
  let databases = 0;
  start();
  return {
    port,
    folder,
    psql,
    start,
    stop,
    kill,
    database: () => {
      databases += 1;
      psql("postgres", `create database cairn${databases}`);
      return `postgres://postgres@${hosts}:${port}/cairn${databases}`;
    },
    remove: () => {
      try {
        stop("immediate");
      } catch {
        // It was stopped already.
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
