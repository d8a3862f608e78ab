// Assembly of the workspace on disk; its parts load on first use, to keep `status` fast.
import { addAnchor, anchoredIn, anchorsOf } from "./anchors.ts";
import { isFolder, realOr } from "./disk/look.ts";
import { keepBytes, keptBytes } from "./kept.ts";
import { openProcesses } from "./processes.ts";
import type { Projections } from "./project/projections.ts";
import { openRunners } from "./runners.ts";
import { openSpool } from "./spool.ts";
import { watchFolder } from "./watch-folder.ts";
import { viewed } from "./work-view.ts";
import type { Processes, Workspace } from "./workspace.ts";

export type WorkspaceOptions = {
  /** Absolute path of Cairn's folder; created by the first write. */
  readonly home: string;
  /** Milliseconds; distinguishes half-written files from broken ones. */
  readonly now?: () => number;
  /** Starts processes; default: in sessions of their own. */
  readonly detach?: Processes["detach"] | undefined;
};

/** Operations on the cache of projections. */
const projecting = (
  home: string,
  now: () => string,
): Pick<
  Workspace,
  "projected" | "drift" | "last" | "settle" | "project" | "move" | "ownFiles" | "close"
> => {
  let cache: Promise<Projections> | null = null;
  const projections = (): Promise<Projections> =>
    (cache ??= import("./project/projections.ts").then(({ openProjections }) =>
      openProjections(home),
    ));
  return {
    projected: async (run) => {
      const { runOf } = await import("./project/records.ts");
      const known = await (await projections()).read((db) => runOf(db, run));
      // A run that was moved before any remembered projection has no version.
      return known === null || known.version === 0
        ? null
        : { version: known.version, due: known.due };
    },
    last: async (run) => {
      const { lastOf } = await import("./project/records.ts");
      return (await (await projections()).read((db) => lastOf(db, run))) ?? {};
    },
    settle: async (run, settled) => {
      const { putRun, settle } = await import("./project/records.ts");
      await (
        await projections()
      ).alone((db) => {
        for (const one of settled) settle(db, run, one);
        // Who planned before this looks again.
        putRun(db, run, { due: true, turn: "" });
      });
    },
    drift: async (run, folder, dropIns) => {
      const { findDrift } = await import("./project/drift.ts");
      return findDrift(await projections(), { run, folder, dropIns, now: now() });
    },
    project: async (projection) =>
      (await import("./project.ts")).projectFiles(home, await projections(), projection, now),
    move: async (...of) =>
      (await import("./project/move.ts")).moveFolder(await projections(), ...of),
    ownFiles: async (root) =>
      (await import("./own-files.ts")).openOwnFiles(home, root, projections),
    close: async () => (await cache)?.close(),
  };
};

/** The workspace on this machine's disk. */
export const openWorkspace = async (options: WorkspaceOptions): Promise<Workspace> => {
  const home = realOr(options.home);
  const now = options.now ?? Date.now;
  const processes = openProcesses(options.detach);
  return {
    home,
    ...projecting(home, () => new Date(now()).toISOString()),
    facts: async (...of) => (await import("./facts.ts")).factsOf(home, ...of),
    bytes: (ground, path) => viewed(ground, (view) => view.bytes(path)),
    watch: watchFolder,
    aside: async (...of) => (await import("./aside.ts")).asideFile(home, ...of),
    setAside: async (...of) => (await import("./aside.ts")).asideBytes(home, ...of),
    unwritable: async () => (await import("./disk/writable.ts")).unwritable(home),
    lowLimits: async () => (await import("./disk/limits.ts")).limitsHere(),
    unmakeable: async (folder) => (await import("./disk/writable.ts")).unmakeable(folder),
    isFolder: async (path) => isFolder(path),
    real: async (path) => realOr(path),
    found: async (...of) => (await import("./found.ts")).findFolder(...of),
    beside: async (file) => (await import("./found.ts")).findBeside(file),
    keep: async (bytes) => keepBytes(home, bytes),
    kept: async (digest) => keptBytes(home, digest),
    anchor: async (run, anchor) => addAnchor(home, run, anchor),
    anchors: async (run) => anchorsOf(home, run),
    anchored: async () => anchoredIn(home),
    anchorInGit: async (...of) => (await import("./git/anchors.ts")).anchorInGit(home, ...of),
    anchorsInGit: async (...of) => (await import("./git/anchors.ts")).anchorsInGit(...of),
    anchoredInGit: async (ground) => (await import("./git/anchors.ts")).anchoredInGit(ground),
    noteLedger: async (id, url) => (await import("./ledgers.ts")).noteLedger(home, id, url),
    ledgerAt: async (id) => (await import("./ledgers.ts")).ledgerAt(home, id),
    conversation: async (...of) => (await import("./conversations.ts")).conversationOf(home, of),
    noteConversation: async (run, agent, thread, to) =>
      (await import("./conversations.ts")).noteConversation(home, [run, agent, thread], to),
    parked: async (now) => (await import("./parked.ts")).parkedAt(home, now),
    park: async (...of) => (await import("./parked.ts")).park(home, ...of),
    used: async (run) => (await import("./usage.ts")).usedOf(home, run),
    noteUsed: async (run, used) => (await import("./usage.ts")).noteUsed(home, run, used),
    keepTranscript: async (...of) => (await import("./transcripts.ts")).keepTranscript(home, ...of),
    transcript: async (...of) => (await import("./transcripts.ts")).readTranscript(home, ...of),
    programs: async (...of) => (await import("./programs-used.ts")).programsUsed(home, ...of),
    runners: openRunners(home, processes),
    runSlot: async () => (await import("./run-slots.ts")).takeRunSlot(home, processes),
    servers: async () => (await import("./servers.ts")).openServers(home, processes),
    notices: async () => (await import("./notices.ts")).openNotices(home),
    spool: openSpool(home),
    claims: async () => (await import("./claims.ts")).openClaims(home),
    processes,
    documents: async () => (await import("./documents.ts")).openDocuments(home),
    places: async () => (await import("./places/open-places.ts")).openPlaces(),
    fences: async () => (await import("./fence/open-fences.ts")).openFences(),
    foldersWith: async (...of) => (await import("./found.ts")).foldersWith(...of),
  };
};
