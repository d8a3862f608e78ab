// Helper of tests: machines with network, name and processes of their own on a virtual switch.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { platform, userInfo } from "node:os";

const tried = (argv: readonly string[]): string | null => {
  const [program = "", ...rest] = argv;
  const { status, stderr, error } = spawnSync(program, rest, { encoding: "utf8" });
  return status === 0 ? null : `${argv.join(" ")}: ${error?.message ?? stderr.trim()}`;
};

const missing = (): string | null => {
  if (platform() !== "linux") return "network namespaces are Linux's";
  if (userInfo().uid !== 0) return "networks of a test's own can only be made as root";
  const failed = tried([
    "unshare",
    "--net",
    "--uts",
    "--pid",
    "--fork",
    "--mount-proc",
    "ip",
    "link",
    "add",
    "one",
    "type",
    "veth",
    "peer",
    "name",
    "two",
  ]);
  return failed === null ? null : `networks of a test's own can't be made here: ${failed}`;
};

/** Why no machine can be made here; null: it can. */
export const networkMissing: string | null = missing();

const must = (...argv: readonly string[]): void => {
  const failed = tried(argv);
  if (failed !== null) throw new Error(failed);
};

/** Lasts until it is killed; `within` starts a program in it. */
type Space = { readonly pid: number; readonly within: readonly string[]; end(): Promise<void> };

const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ", 1)[0]);

const space = async (name: string): Promise<Space> => {
  // Its first process is that of its processes: with it all others end.
  const words = [
    "--net",
    "--uts",
    "--pid",
    "--fork",
    "--mount-proc",
    "--kill-child",
    "sh",
    "-c",
    'hostname "$1" && ip link set lo up && echo up && exec sleep infinity',
    "sh",
    name,
  ];
  // Nor does it outlast a test that dies.
  const child: ChildProcess = spawn("setpriv", ["--pdeathsig", "KILL", "unshare", ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const over = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once("data", () => resolve());
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`unshare ended with ${code}`)));
  });
  const pid = childOf(child.pid ?? 0);
  return {
    pid,
    within: ["nsenter", `--target=${pid}`, "--net", "--uts", "--pid", "--mount", "--"],
    end: async () => {
      child.kill("SIGKILL");
      await over;
    },
  };
};

export type Machine = {
  readonly name: string;
  /** The words before a program that make it this machine's. */
  readonly within: readonly string[];
  /** Takes out its cable: nothing is refused, nothing comes. */
  unplug(): void;
  plug(): void;
  /** Its processes all die at once. */
  end(): Promise<void>;
};

export type Network = {
  /** Where a server of all machines listens, and how it is started there. */
  readonly address: string;
  readonly within: readonly string[];
  /** All machines' addresses, as pg_hba.conf names them. */
  readonly range: string;
  machine(name: string): Promise<Machine>;
  end(): Promise<void>;
};

/** Nobody else is in it, so its addresses may be the same in every test. */
export const makeNetwork = async (): Promise<Network> => {
  const hub = await space("switch");
  const inHub = ["nsenter", `--target=${hub.pid}`, "--net", "--"];
  must(...inHub, "ip", "link", "add", "switch", "type", "bridge");
  must(...inHub, "ip", "address", "add", "10.77.0.1/24", "dev", "switch");
  must(...inHub, "ip", "link", "set", "switch", "up");
  const machines: Machine[] = [];
  const machine = async (name: string): Promise<Machine> => {
    const own = await space(name);
    const number = machines.length + 2;
    const cable = `to${number}`;
    must(
      ...inHub,
      "ip",
      "link",
      "add",
      cable,
      "type",
      "veth",
      "peer",
      "name",
      "eth0",
      "netns",
      String(own.pid),
    );
    must(...inHub, "ip", "link", "set", cable, "master", "switch", "up");
    const inOwn = ["nsenter", `--target=${own.pid}`, "--net", "--"];
    must(...inOwn, "ip", "address", "add", `10.77.0.${number}/24`, "dev", "eth0");
    must(...inOwn, "ip", "link", "set", "eth0", "up");
    const made: Machine = {
      name,
      within: own.within,
      unplug: () => must(...inHub, "ip", "link", "set", cable, "down"),
      plug: () => must(...inHub, "ip", "link", "set", cable, "up"),
      end: own.end,
    };
    machines.push(made);
    return made;
  };
  return {
    address: "10.77.0.1",
    within: inHub,
    range: "10.77.0.0/24",
    machine,
    end: async () => {
      for (const one of machines) await one.end();
      await hub.end();
    },
  };
};
