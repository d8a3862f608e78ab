// Verify check of the chain against its anchors, beside the database and in git.
import { displayPath } from "../../core/within.ts";
import type { Anchor, Ground, Workspace } from "../../workspace/workspace.ts";
import type { TrustFinding } from "../findings.ts";
import { finding, unreadable } from "./codes.ts";
import type { Walk } from "./walk.ts";
import { onFault } from "../on-fault.ts";

export type AnchorsOfRun = {
  readonly file: readonly Anchor[];
  /** Displayed path of that file. */
  readonly at: string;
  /** null: no repository, or git is unavailable. */
  readonly git: readonly Anchor[] | null;
  readonly findings: readonly TrustFinding[];
};

/** Git first: its anchors were in the file before. */
export const readAnchors = async (
  workspace: Workspace,
  ground: Ground,
  run: string,
): Promise<AnchorsOfRun> => {
  const at = displayPath(ground.root, `${workspace.home}/anchors/${run}`);
  const findings: TrustFinding[] = [];
  const git = await onFault(
    () => workspace.anchorsInGit(ground, run),
    (fault) => {
      findings.push(unreadable(run, "git's anchors can't be read", fault));
      return null;
    },
  );
  return onFault(
    async () => ({ file: await workspace.anchors(run), at, git, findings }),
    ({ message }) => {
      const damaged = finding("LEDGER_DAMAGED", { run }, message);
      return { file: [], at, git: null, findings: [damaged] };
    },
    ["RUN_UNNAMED"],
  );
};

export const anchoredVersions = ({ file, git }: AnchorsOfRun): ReadonlySet<number> =>
  new Set([...file, ...(git ?? [])].map(({ version }) => version));

const keyOf = ({ version, head }: Anchor): string => `${version} ${head}`;

/** Anchors in git that the file beside the database lacks. */
export const onlyInGit = ({ file, git }: AnchorsOfRun): readonly Anchor[] => {
  const there = new Set(file.map(keyOf));
  return (git ?? []).filter((anchor) => !there.has(keyOf(anchor)));
};

/** All anchors count, even if later ones contradict them: anchoring rewritten history again hides nothing. */
export const compareAnchors = (anchors: AnchorsOfRun, walk: Walk): readonly TrustFinding[] => {
  const { run, hashes } = walk;
  const end = walk.at().version;
  const findings: TrustFinding[] = [];
  const told = new Set<string>();
  let cut: (Anchor & { readonly where: string }) | null = null;
  const places = [
    { where: "beside the database", list: anchors.file },
    { where: "in git", list: anchors.git ?? [] },
  ];
  for (const { where, list } of places) {
    for (const anchor of list) {
      const { version, head, at } = anchor;
      if (version > end) {
        if (cut === null || version > cut.version) cut = { ...anchor, where };
        continue;
      }
      const is = hashes.get(version);
      if (is === undefined || is === head || told.has(keyOf(anchor))) continue;
      told.add(keyOf(anchor));
      const text = `event ${version} is not what was anchored ${where} at ${at}: the ledger was rewritten`;
      findings.push(finding("ANCHOR_DIFFERS", { run, version }, text));
    }
  }
  if (cut !== null) {
    const text = `version ${cut.version} was anchored ${cut.where} at ${cut.at}, the ledger ends at ${end}: its tail was cut off`;
    findings.push(finding("TAIL_CUT", { run, version: end }, text));
  }
  return [...findings, ...lost(run, anchors)];
};

/** Git only gets anchors that are already in the file, and none is ever removed from that. */
const lost = (run: string, anchors: AnchorsOfRun): readonly TrustFinding[] => {
  const { file, git } = anchors;
  if (git === null) return [];
  if (git.length === 0) {
    if (file.length === 0) return [];
    return [
      finding(
        "GIT_UNANCHORED",
        { run },
        `the root lies in a git repository, and refs/cairn/${run} is not there`,
      ),
    ];
  }
  const gone = onlyInGit(anchors);
  const [first] = gone;
  if (first === undefined) return [];
  const text = `git has ${gone.length} of the run's anchors (the first: version ${first.version}, of ${first.at}) that ${anchors.at} has lost: that file was changed or removed`;
  return [finding("ANCHOR_LOST", { run, version: first.version }, text)];
};
