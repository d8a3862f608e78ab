// Helper of tests: a PgBouncer before the test's PostgreSQL server.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asServer, freePort } from "./server.ts";

const program = [
  "/usr/sbin/pgbouncer",
  "/usr/bin/pgbouncer",
  "/usr/local/bin/pgbouncer",
  "/opt/homebrew/bin/pgbouncer",
].find((file) => existsSync(file));

/** Why no pooler can be started here; null: one can. */
export const bouncerMissing: string | null =
  program === undefined ? "PgBouncer isn't installed (Debian: apt-get install pgbouncer)" : null;

export type Bouncer = {
  readonly port: number;
  readonly version: string;
  /** Ends it by SIGKILL, its connections with it. */
  kill(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.on("connect", () => end(true)).on("error", () => end(false));
  });

/** `size`: how many connections to the server it has for all clients, in transaction mode fewer than they have to it. */
export const startBouncer = async (
  to: number,
  mode: "session" | "transaction",
  size: number,
): Promise<Bouncer> => {
  if (program === undefined) throw new Error(bouncerMissing ?? "");
  const folder = mkdtempSync(join(tmpdir(), "cairn-bouncer-"));
  const port = await freePort();
  const [users, config] = [join(folder, "users"), join(folder, "config.ini")];
  writeFileSync(users, '"postgres" ""\n');
  const settings = [
    "[databases]",
    `* = host=127.0.0.1 port=${to}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = trust",
    `auth_file = ${users}`,
    `pool_mode = ${mode}`,
    `default_pool_size = ${size}`,
  ];
  writeFileSync(config, settings.map((line) => `${line}\n`).join(""));
  if (userInfo().uid === 0) spawnSync("chown", ["-R", "postgres:postgres", folder]);
  let child: ChildProcess | null = null;
  const kill = async (): Promise<void> => {
    const own = child;
    child = null;
    if (own === null) return;
    const over = new Promise((resolve) => own.once("close", resolve));
    own.kill("SIGKILL");
    await over;
  };
  const start = async (): Promise<void> => {
    const [first = "", ...rest] = asServer([program, "-q", config]);
    child = spawn(first, rest, { stdio: "ignore" });
    for (let tries = 0; !(await answers(port)); tries += 1) {
      if (tries > 400) throw new Error("PgBouncer doesn't answer");
      await sleep(25);
    }
  };
  await start();
  return {
    port,
    version: spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.split("\n", 1)[0] ?? "",
    kill,
    start,
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
