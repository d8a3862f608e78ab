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
import type { Workspace } from "./workspace.ts";

export type WorkspaceOptions = {
  /** Absolute path of Cairn's own folder; made by the first write. */
  readonly home: string;
  /** Milliseconds; by it half-written files are told from broken ones. */
  readonly now?: () => number;
};

/** The workspace on this machine's disk. Its caches hold no handle that needs closing: the process's end lets go of all. */
export const openWorkspace = async (options: WorkspaceOptions): Promise<Workspace> => {
  const home = realOr(options.home);
  const now = (): string => new Date(options.now?.() ?? Date.now()).toISOString();
  let cache: Promise<Projections> | null = null;
  const projections = (): Promise<Projections> =>
    (cache ??= import("./project/projections.ts").then(({ openProjections }) =>
      openProjections(home),
    ));

  const processes = openProcesses();

  return {
    home,
    facts: async (ground, ask, at, seen) =>
      (await import("./facts.ts")).factsOf(home, ground, ask, at, seen),
    glance: async (ground, ask, at) => {
      const [{ inScratch }, { factsOf }] = await Promise.all([
        import("./git/scratch.ts"),
        import("./facts.ts"),
      ]);
      return inScratch((scratch) => factsOf(scratch, ground, ask, at));
    },
    bytes: (ground, path) => viewed(home, ground, (view) => view.bytes(path)),
    tree: (ground) => viewed(home, ground, (view) => view.measured()),
    changed: async (ground, from, to) =>
      (await import("./git/commits.ts")).changedPaths(home, ground, from, to),
    commits: async (ground, from, to) =>
      (await import("./git/commits.ts")).commitsBetween(ground, from, to),
    projected: async (run) => {
      const { runOf } = await import("./project/records.ts");
      const known = await (await projections()).read((db) => runOf(db, run));
      // A run that was moved before any projection of it was remembered has no version.
      return known === null || known.version === 0
        ? null
        : { first: known.since, last: known.version };
    },
    drift: async (run, folder, dropIns) =>
      (await import("./project/drift.ts")).findDrift(await projections(), {
        run,
        folder,
        dropIns,
        now: now(),
      }),
    watch: watchFolder,
    project: async (projection) =>
      (await import("./project.ts")).projectFiles(home, await projections(), projection, now),
    move: async (run, from, to, at, how) =>
      (await import("./project/move.ts")).moveFolder(await projections(), run, from, to, at, how),
    aside: async (run, folder, path, why) =>
      (await import("./aside.ts")).asideFile(home, run, folder, path, why),
    setAside: async (run, path, bytes, why) =>
      (await import("./aside.ts")).asideBytes(home, run, path, bytes, why),
    unwritable: async () => (await import("./disk/writable.ts")).unwritable(home),
    unmakeable: async (folder) => (await import("./disk/writable.ts")).unmakeable(folder),
    isFolder: async (path) => isFolder(path),
    real: async (path) => realOr(path),
    found: async (folder) => (await import("./found.ts")).findFolder(folder),
    beside: async (file) => (await import("./found.ts")).findBeside(file),
    keep: async (bytes) => keepBytes(home, bytes),
    kept: async (digest) => keptBytes(home, digest),
    anchor: async (run, anchor) => addAnchor(home, run, anchor),
    anchors: async (run) => anchorsOf(home, run),
    anchored: async () => anchoredIn(home),
    anchorInGit: async (ground, run, always) =>
      (await import("./git/anchors.ts")).anchorInGit(home, ground, run, always),
    anchorsInGit: async (ground, run) =>
      (await import("./git/anchors.ts")).anchorsInGit(ground, run),
    anchoredInGit: async (ground) => (await import("./git/anchors.ts")).anchoredInGit(ground),
    noteLedger: async (id, url) => (await import("./ledgers.ts")).noteLedger(home, id, url),
    ledgerAt: async (id, unseen) => (await import("./ledgers.ts")).ledgerAt(home, id, unseen),
    conversation: async (...of) => (await import("./conversations.ts")).conversationOf(home, of),
    noteConversation: async (run, agent, thread, conversation) =>
      (await import("./conversations.ts")).noteConversation(
        home,
        [run, agent, thread],
        conversation,
      ),
    used: async (run) => (await import("./usage.ts")).usedOf(home, run),
    keepTranscript: async (...kept) =>
      (await import("./transcripts.ts")).keepTranscript(home, ...kept),
    transcript: async (...of) => (await import("./transcripts.ts")).readTranscript(home, ...of),
    noteUsed: async (run, used) => (await import("./usage.ts")).noteUsed(home, run, used),
    programs: async (root, agents) =>
      (await import("./programs-used.ts")).programsUsed(home, root, agents),
    runners: openRunners(home, processes),
    servers: async () => (await import("./servers.ts")).openServers(home, processes),
    notices: async () => (await import("./notices.ts")).openNotices(home),
    spool: openSpool(home),
    claims: async () => (await import("./claims.ts")).openClaims(home),
    processes,
    ownFiles: async (root) =>
      (await import("./own-files.ts")).openOwnFiles(home, root, projections),
    documents: async () => (await import("./documents.ts")).openDocuments(home),
    places: async () => (await import("./places/open-places.ts")).openPlaces(),
    fences: async () => (await import("./fence/open-fences.ts")).openFences(),
    remains: async () =>
      (await import("./remains.ts")).openRemains(home, () => options.now?.() ?? Date.now()),
  };
};
