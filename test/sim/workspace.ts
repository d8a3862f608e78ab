// Simulated workspace port over the disk of values: a caller may die around each call.
import { posix } from "node:path";
import { digest } from "../../src/core/hash.ts";
import type { Facts } from "../../src/core/protocol.ts";
import { Fault } from "../../src/core/refusal.ts";
import type { Ground, Processes, Workspace } from "../../src/workspace/workspace.ts";
import { bytesOf } from "./disk.ts";
import { confined, factsOf } from "./facts.ts";
import type { Git } from "./git.ts";
import { inCommit } from "./in-commit.ts";
import { placesFor } from "./places.ts";
import type { Disk } from "./disk.ts";
import type { Machine, Proc } from "./machine.ts";
import type { Projecting } from "./projecting.ts";
import { claimsIn } from "../fixtures/claims-in.ts";
import { spoolFor } from "./spool.ts";
import type { SpoolStore } from "./spool.ts";
import { noRunners } from "../fixtures/no-runners.ts";

export type WorkspaceParts = {
  readonly machine: Machine;
  readonly disk: Disk;
  readonly projecting: Projecting;
  readonly spool: SpoolStore;
  readonly git: Git;
  /** A branch is about to be moved to a commit. */
  readonly moves: (run: string, to: string) => void;
  /** Starts a host for a spool folder; it comes up by itself. */
  readonly host: (folder: string) => number;
};

export const home = "/repo/.cairn";
const processesFor = ({ machine, host }: WorkspaceParts, proc: Proc): Processes => {
  const marked = (mark: string): readonly Proc[] =>
    [...machine.procs.values()].filter((one) => one.mark === mark);
  return {
    self: proc.id,
    kin: () => [{ process: proc.id, mark: proc.mark === "" ? null : proc.mark, ofCairn: false }],
    alive: (id) => machine.touch(proc, `alive ${id.pid}`, () => machine.isAlive(id), false),
    stop: (id) =>
      machine.touch(
        proc,
        `stop ${id.pid}`,
        () => {
          const found = machine.procs.get(id.pid);
          if (found === undefined || found.id.start !== id.start) return false;
          found.stop.abort();
          return true;
        },
        false,
      ),
    // Until it is told what to do it is nobody's host.
    detach: () =>
      Promise.resolve({
        pid: 0,
        tell: async (folder) => void (await machine.call(proc, "detach", () => host(folder))),
        drop: () => undefined,
      }),
    async sweep(mark, graceMs) {
      const ended = new Set<string>();
      const end = (all: boolean): number => {
        for (const one of marked(mark)) {
          ended.add(one.id.start);
          if (all || !one.stubborn)
            machine.kill(one, all ? "is killed" : "is asked to end and does");
        }
        return marked(mark).length;
      };
      for (let left = await machine.call(proc, `sweep ${mark}`, () => end(false)); left > 0;) {
        await machine.sleep(proc, graceMs);
        left = await machine.call(proc, `sweep ${mark} for good`, () => end(true));
      }
      return ended.size;
    },
  };
};

const foldersWith = (disk: Disk, parent: string, file: string): readonly string[] =>
  [...disk.files.keys()].flatMap((path) =>
    posix.basename(path) === file && posix.dirname(posix.dirname(path)) === parent
      ? [posix.basename(posix.dirname(path))]
      : [],
  );

export const workspaceFor = (parts: WorkspaceParts, proc: Proc): Workspace => {
  const { machine, disk, projecting, git, moves } = parts;
  const at = (ground: Ground): Disk => inCommit(disk, git, ground);
  const call = <T>(what: string, effect: () => T): Promise<T> => machine.call(proc, what, effect);
  const refuse = (run: string, path: string, text: string): string => {
    const kept = `${home}/refused/${run}/${disk.refused.size + 1}-${posix.basename(path)}`;
    disk.refused.set(kept, text);
    return kept;
  };
  return {
    home,
    // A cache, which may always be gone: here it is.
    conversation: () => call("conversation", () => null),
    noteConversation: () => call("note conversation", () => undefined),
    parked: () => call("parked", () => ({})),
    park: () => call("park", () => undefined),
    used: () => call("used", () => []),
    runners: noRunners(),
    runSlot: () => Promise.resolve(null),
    servers: () => Promise.reject(new Error("nothing is shown here")),
    notices: () => Promise.reject(new Error("nobody is told here")),
    programs: () => call("programs", () => []),
    noteUsed: () => call("note used", () => undefined),
    keepTranscript: () => call("keep transcript", () => undefined),
    transcript: () => call("transcript", () => null),
    documents: () =>
      Promise.resolve({
        seen: () => call("documents seen", () => ({})),
        note: () => call("note documents", () => undefined),
        bring: (_run, ground, path, bytes, over) =>
          call(`bring ${path}`, () => {
            const full = confined(ground, path);
            const there = disk.files.get(full)?.text;
            if ((there === undefined ? null : digest(bytesOf(there))) !== over) return false;
            disk.write(full, Buffer.from(bytes).toString("utf8"));
            return true;
          }),
      }),
    facts: (ground, ask, time): Promise<Facts> =>
      call("facts", () => factsOf(at(ground), ground, ask, time, disk)),
    bytes: (ground, path) =>
      call(`bytes ${path}`, () => {
        const file = at(ground).files.get(confined(ground, path));
        return file === undefined ? null : bytesOf(file.text);
      }),
    projected: (run) => call("projected", () => projecting.projected(run)),
    drift: (run, folder, dropIns) => projecting.drift(proc, run, folder, dropIns),
    last: (run) => call("last", () => projecting.last(run)),
    settle: (run, settled) => projecting.settle(proc, run, settled),
    places: () => Promise.resolve(placesFor({ git, disk, call, moves })),
    fences: () => Promise.reject(new Error("nothing is fenced in a simulation")),
    foldersWith: (parent, file) => call("folders", () => foldersWith(disk, parent, file)),
    // Hints may be lost: here all of them are.
    watch: () => () => undefined,
    project: (projection) => projecting.project(proc, projection),
    setAside: (run, path, bytes) =>
      call(`set aside ${path}`, () => refuse(run, path, Buffer.from(bytes).toString("utf8"))),
    beside: () => Promise.resolve(null),
    found: (folder) =>
      call(`found ${folder}`, () => {
        const inside = [...disk.files].filter(([path]) => path.startsWith(`${folder}/`));
        const files = Object.fromEntries(
          inside.map(([path, { text }]) => [path.slice(folder.length + 1), bytesOf(text)]),
        );
        return inside.length === 0
          ? null
          : { folder, files, unread: [], beside: [], userHome: "/home" };
      }),
    unwritable: () => Promise.resolve(null),
    lowLimits: () => Promise.resolve(null),
    unmakeable: () => Promise.resolve(null),
    isFolder: (path) =>
      call("folder", () => [...disk.files.keys()].some((file) => file.startsWith(`${path}/`))),
    real: (path) => call("real", () => path),
    aside: (run, folder, path) =>
      call(`aside ${path}`, () => {
        const file = disk.files.get(`${folder}/${path}`);
        if (file === undefined)
          throw new Fault("FILE_GONE", `${path} is gone`, "repeat the command");
        return refuse(run, path, file.text);
      }),
    move: (...asked) => projecting.move(proc, ...asked),
    keep: (bytes) =>
      call("keep", () => {
        const name = digest(bytes);
        disk.kept.set(name, Buffer.from(bytes));
        return name;
      }),
    kept: (name) => call("kept", () => disk.kept.get(name) ?? null),
    anchor: (run, { version, head, at: time }) =>
      call(`anchor ${version}`, () => {
        const lines = disk.anchors.get(run) ?? [];
        const last = lines.at(-1);
        if (last?.version !== version || last.head !== head)
          disk.anchors.set(run, [...lines, { version, head, at: time }]);
      }),
    anchors: (run) => call("anchors", () => disk.anchors.get(run) ?? []),
    anchored: () => call("anchored", () => [...disk.anchors.keys()].sort()),
    anchorInGit: () => Promise.resolve(null),
    anchorsInGit: () => Promise.resolve(null),
    anchoredInGit: () => Promise.resolve([]),
    noteLedger: () => Promise.resolve(),
    ledgerAt: () => Promise.resolve(null),
    spool: spoolFor(machine, parts.spool, proc, home),
    claims: () => Promise.resolve(claimsIn(parts.spool.claims, call)),
    processes: processesFor(parts, proc),
    ownFiles: () => Promise.reject(new Error("nobody keeps templates here")),
    close: () => Promise.resolve(),
  };
};
