// Command line of sandbox-exec for a sandbox on macOS. Based on published findings; never tested on a Mac.
import { dirname } from "node:path";
import type { Path } from "../../core/row.ts";
import { isWithin } from "../../core/within.ts";
import type { Fence } from "./fence.ts";

export const sandboxExec = "/usr/bin/sandbox-exec";

const services = (...names: readonly string[]): string =>
  `(allow mach-lookup ${names.map((name) => `(global-name "com.apple.${name}")`).join(" ")})`;

/**
 * Denies by default: Apple events, Launch Services, launchd jobs, keychains, hard links to read-only files. Some operations are allowed unless a
 * rule denies them. Rules with a condition precede those without, and the last match wins.
 */
const ground: readonly string[] = [
  "(version 1)",
  "(deny default)",
  "(allow process-exec)",
  "(allow process-fork)",
  "(deny process-info*)",
  "(allow process-info* (target same-sandbox))",
  "(allow signal (target same-sandbox))",
  "(allow sysctl-read)",
  // Other processes with their environment.
  '(deny sysctl-read (sysctl-name-prefix "kern.proc"))',
  "(allow ipc-posix-sem)",
  '(allow ipc-posix-shm-read* (ipc-posix-name "apple.shm.notification_center") (ipc-posix-name-prefix "apple.cfprefs."))',
  "(allow user-preference-read)",
  services(
    "system.opendirectoryd.libinfo",
    "system.opendirectoryd.membership",
    "system.notification_center",
    "system.logger",
  ),
  services("logd", "bsd.dirhelper", "cfprefsd.daemon", "cfprefsd.agent", "FSEvents"),
  "(allow system-socket (socket-domain AF_UNIX))",
  "(allow file-read*)",
];

const devices = [
  "null",
  "zero",
  "random",
  "urandom",
  "dtracehelper",
  "stdin",
  "stdout",
  "stderr",
  "ptmx",
];
/** Only terminals opened inside: the user's own ones could be read and typed into. */
const deviceRules: readonly string[] = [
  '(deny file* (subpath "/dev"))',
  '(allow file-read-metadata (subpath "/dev"))',
  `(allow file-read* file-write* file-ioctl (subpath "/dev/fd") ${devices.map((name) => `(literal "/dev/${name}")`).join(" ")})`,
  "(allow pseudo-tty)",
  '(allow file-read* file-write* file-ioctl (require-all (regex #"^/dev/ttys[0-9]+$") (extension "com.apple.sandbox.pty")))',
];

/** mDNSResponder resolves names, trustd checks certificates. Keychains need other services (SecurityServer, securityd), which stay unreachable. */
const online: readonly string[] = [
  "(allow system-socket)",
  '(allow network-outbound (remote ip) (literal "/private/var/run/mDNSResponder") (control-name "com.apple.netsrc"))',
  "(allow network-bind (local ip))",
  "(allow network-inbound (local ip))",
  services(
    "dnssd.service",
    "networkd",
    "trustd",
    "trustd.agent",
    "SystemConfiguration.configd",
    "SystemConfiguration.DNSConfiguration",
  ),
];

type PathRule = readonly [at: Path, rule: string];

/** In bubblewrap's mount order: nested paths follow the outer ones. */
const fileRules = ({ hidden, readable, mounts, writable }: Fence): readonly PathRule[] => {
  const hide = (at: Path): PathRule => [at, "deny file* (subpath"];
  const open = (at: Path): PathRule => [at, "allow file-read* file-write* (subpath"];
  return [
    ...hidden.map(({ path }) => hide(path)),
    ...readable.flatMap((at): readonly PathRule[] => [
      [at, "deny file-write* (subpath"],
      [at, "allow file-read* (subpath"],
    ]),
    ...mounts.flatMap(({ at, folder }) => [hide(at), open(folder)]),
    ...writable.map(open),
  ].toSorted(([one], [other]) => one.length - other.length);
};

const above = (path: Path): readonly Path[] =>
  path === "/" ? [] : [dirname(path), ...above(dirname(path))];

/** Renaming would make hidden paths readable: protects them, their parents, and folders that others look up again. */
const renameRules = (closed: readonly Path[], open: readonly Path[]): readonly PathRule[] =>
  [
    ...open,
    ...closed.flatMap(above).filter((path) => open.some((outer) => isWithin(outer, path))),
  ].map((at) => [at, "deny file-write-unlink (literal"]);

/** Programs stat each folder on the way to a file. */
const ancestorRules = (closed: readonly Path[], open: readonly Path[]): readonly PathRule[] =>
  open
    .flatMap(above)
    .filter((path) => closed.some((outer) => isWithin(outer, path)))
    .map((at) => [at, "allow file-read-metadata file-test-existence (literal"]);

const socketRules = (within: readonly Path[], door: Path | undefined): readonly PathRule[] => [
  ...within.flatMap((at): readonly PathRule[] =>
    ["network-bind", "network-inbound"].map((what) => [
      at,
      `allow ${what} (local unix-socket (subpath`,
    ]),
  ),
  ...[...within, ...(door === undefined ? [] : [door])].map((at): PathRule => [
    at,
    "allow network-outbound (remote unix-socket (subpath",
  ]),
];

/** The profile contains no paths: each is a parameter, whatever its characters. */
const written = (
  rules: readonly PathRule[],
): { readonly given: readonly string[]; readonly lines: readonly string[] } => {
  const paths = [...new Set(rules.map(([at]) => at))];
  const lines = rules.map(
    ([at, rule]) => `(${rule} (param "P${paths.indexOf(at)}")${")".repeat(rule.split("(").length)}`,
  );
  return {
    given: paths.flatMap((path, n) => ["-D", `P${n}=${path}`]),
    lines: lines.filter((line, n) => lines.lastIndexOf(line) === n),
  };
};

/** @param door the folder of a socket outside that it may use */
export const seatbeltWords = (
  fence: Fence,
  door: Path | undefined,
  argv: readonly string[],
): readonly string[] => {
  const closed = [...fence.hidden.map(({ path }) => path), ...fence.mounts.map(({ at }) => at)];
  const open = [...fence.writable, ...fence.mounts.map(({ folder }) => folder)];
  const { given, lines } = written([
    ...fileRules(fence),
    ...renameRules([...closed, ...fence.readable], open),
    ...ancestorRules(closed, [...open, ...fence.readable]),
    ...socketRules(open, door),
  ]);
  const profile = [...ground, ...lines, ...deviceRules, ...(fence.network ? online : [])].join(
    "\n",
  );
  return [sandboxExec, ...given, "-p", profile, ...argv];
};

/** Only a program inside can report that the sandbox works: a shell does, on descriptor 3, before it execs the program. */
export const seatbeltTelling = (
  fence: Fence,
  door: Path | undefined,
  argv: readonly string[],
): readonly string[] =>
  seatbeltWords(fence, door, [
    "/bin/sh",
    "-c",
    `echo '{"began":1}' >&3; exec "$@" 3>&-`,
    "sh",
    ...argv,
  ]);
