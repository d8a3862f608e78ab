// A run's anchors beside the database, in git and by its files: what the chain must agree with.
import { displayPath } from "../../core/within.ts";
import type { Anchor, Ground } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import { nullOnFault, onFault } from "../on-fault.ts";
import { type CareFinding, finding } from "./finding.ts";
import type { Walk } from "./walk.ts";

export type AnchorsOfRun = {
  readonly file: readonly Anchor[];
  /** null: no repository, or git is unavailable. */
  readonly git: readonly Anchor[] | null;
  /** The version that the run's files were last written at. */
  readonly written: number;
  readonly findings: readonly CareFinding[];
};

/** Git first: its anchors were in the file before. */
export const readAnchors = async (
  { workspace }: Engine,
  ground: Ground,
  run: string,
): Promise<AnchorsOfRun> => {
  const findings: CareFinding[] = [];
  const git = await onFault(
    () => workspace.anchorsInGit(ground, run),
    ({ message }) => {
      const text = `git's anchors can't be read: ${message}`;
      findings.push(finding("GIT_UNREADABLE", { run }, text));
      return null;
    },
  );
  return onFault(
    async () => {
      const file = await workspace.anchors(run);
      const written = (await nullOnFault(() => workspace.projected(run)))?.version ?? 0;
      return { file, git, written, findings };
    },
    ({ message }) => {
      const damaged = finding("LEDGER_DAMAGED", { run }, message);
      return { file: [], git: null, written: 0, findings: [damaged] };
    },
    ["RUN_UNNAMED"],
  );
};

export const allOf = ({ file, git }: AnchorsOfRun): readonly Anchor[] => [...file, ...(git ?? [])];

const keyOf = ({ version, head }: Anchor): string => `${version} ${head}`;

/** Anchors in git that the file beside the database lacks. */
export const onlyInGit = ({ file, git }: AnchorsOfRun): readonly Anchor[] => {
  const there = new Set(file.map(keyOf));
  return (git ?? []).filter((anchor) => !there.has(keyOf(anchor)));
};

/** All anchors count, even if later ones contradict them: anchoring rewritten history again hides nothing. */
export const compareAnchors = (
  anchors: AnchorsOfRun,
  { run, hashes, at }: Walk,
  shown: string,
): readonly CareFinding[] => {
  const end = at().version;
  const findings: CareFinding[] = [];
  const wrong = new Set<number>();
  let most = { version: 0, words: "" };
  const lists = [
    ["beside the database", anchors.file],
    ["in git", anchors.git ?? []],
  ] as const;
  for (const [where, list] of lists)
    for (const { version, head, at: when } of list) {
      if (version > most.version) most = { version, words: `was anchored ${where} at ${when}` };
      const is = hashes.get(version);
      if (version > end || is === undefined || is === head || wrong.has(version)) continue;
      wrong.add(version);
      const text = `event ${version} is not what was anchored ${where} at ${when}: the ledger was rewritten`;
      findings.push(finding("ANCHOR_DIFFERS", { run, version }, text));
    }
  if (anchors.written > most.version)
    most = { version: anchors.written, words: "was written to the run's files" };
  if (most.version > end) {
    const text = `version ${most.version} ${most.words}, the ledger ends at ${end}: its tail was cut off, or an older one was put in place`;
    findings.push(finding("TAIL_CUT", { run, version: end }, text));
  }
  return [...findings, ...lost(run, anchors, shown)];
};

/** Git only gets anchors that are already in the file, and none is ever removed from that. */
const lost = (run: string, anchors: AnchorsOfRun, shown: string): readonly CareFinding[] => {
  const gone = onlyInGit(anchors);
  const [first] = gone;
  if (first !== undefined) {
    const text = `git has ${gone.length} of the run's anchors (the first: version ${first.version}, of ${first.at}) that ${shown} has lost: that file was changed or removed`;
    return [finding("ANCHOR_LOST", { run, version: first.version }, text)];
  }
  // Who writes a run's files here has anchored it here.
  if (anchors.git?.length !== 0 || (anchors.file.length === 0 && anchors.written === 0)) return [];
  const also = anchors.file.length === 0 ? `, nor is ${shown}: both were removed` : "";
  const text = `the root lies in a git repository, and refs/cairn/${run} is not there${also}`;
  return [finding("GIT_UNANCHORED", { run }, text)];
};

/** Where Cairn's folder keeps them, for people. */
export const shownAnchors = ({ root, workspace }: Engine, run: string): string =>
  displayPath(root, `${workspace.home}/anchors/${run}`);
