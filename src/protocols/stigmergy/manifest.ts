// Manifest of a stigmergy project: paths of its documents, order of stories, status of epics.
import type { Digest, Path } from "../../core/row.ts";
import { homes } from "../../core/documents/run-folders.ts";
import type { ContentAsk } from "../../core/span.ts";
import type { Epic, EpicId, State, Status, Story, StoryId } from "./state.ts";

export const home = homes.stigmergy;
export const stateFile = "state.json";
export const archiveFolder = `${home}/archive`;
export const place = ({ archive }: Pick<State, "archive">): Path => archive ?? home;

/** Default path of the brief. */
export const briefFile = "docs/brief.md";
export const prdFile = "docs/prd.md";
/** Relative to the state file's folder. */
export const prdBeside = `../${prdFile}`;
export const uxFile = "docs/ux-spec.md";
export const qaFile = "docs/architecture/qa-protocol.md";
export const architectureFiles = [
  "docs/architecture.md",
  "docs/architecture/coding-standards.md",
  qaFile,
] as const;
export const storyFile = (id: StoryId): Path => `docs/stories/${id}.story.md`;
export const auditFile = (id: EpicId): Path => `docs/audits/epic-${id}.md`;

/** The content under proof: all but story and epic files, which bob and metis write during checks. */
export const proofAsk = (tree?: string | null): ContentAsk => ({
  globs: null,
  except: ["docs/stories/*.story.md", "docs/audits/epic-*.md"],
  ...(tree === undefined ? {} : { tree }),
});

export const storiesOf = ({ epics }: Pick<State, "epics">): readonly Story[] =>
  epics.flatMap(({ stories }) => stories);
export const storyIn = (state: Pick<State, "epics">, id: StoryId): Story | null =>
  storiesOf(state).find((story) => story.id === id) ?? null;
export const epicIn = ({ epics }: Pick<State, "epics">, id: EpicId): Epic | null =>
  epics.find((epic) => epic.id === id) ?? null;
export const epicOf = ({ epics }: Pick<State, "epics">, id: StoryId): Epic | null =>
  epics.find(({ stories }) => stories.some((story) => story.id === id)) ?? null;

/** An epic without listed stories counts as not started. */
export const epicStatus = ({
  stories,
}: {
  readonly stories: readonly Pick<Story, "status">[];
}): "PENDING" | "IN_PROGRESS" | "COMPLETE" => {
  if (stories.length > 0 && stories.every(({ status }) => status === "COMPLETE")) return "COMPLETE";
  return stories.every(({ status }) => status === "PENDING") ? "PENDING" : "IN_PROGRESS";
};

export const isUnderWay = ({ status }: Pick<Story, "status">): boolean =>
  status === "IN_PROGRESS" || status === "AWAITING_VERIFICATION";
export const allComplete = (state: Pick<State, "epics">): boolean => {
  const stories = storiesOf(state);
  return stories.length > 0 && stories.every(({ status }) => status === "COMPLETE");
};

/** Epics whose stories aren't listed. */
export const bareEpics = <E extends { readonly stories: readonly unknown[] }>({
  epics,
}: {
  readonly epics: readonly E[];
}): readonly E[] => epics.filter(({ stories }) => stories.length === 0);
/** Planning has listed epics and stories. */
export const isListed = (of: {
  readonly epics: readonly { readonly stories: readonly unknown[] }[];
}): boolean => of.epics.length > 0 && bareEpics(of).length === 0;

/** The first unfinished stories of the first unfinished epic, as many as may be active; array order is work order. */
export const windowOf = ({
  epics,
  settings,
}: Pick<State, "epics" | "settings">): readonly Story[] => {
  const epic = epics.find(({ stories }) => stories.some(({ status }) => status !== "COMPLETE"));
  return (epic?.stories ?? [])
    .filter(({ status }) => status !== "COMPLETE")
    .slice(0, settings.concurrency);
};

/** The status before a halt, if halted. */
export const statusBehind = ({ status, halted }: Pick<State, "status" | "halted">): Status =>
  halted?.from ?? status;

/** Digests of the files of all finished parts. */
export const allDocs = (parts: State["parts"]): Readonly<Record<Path, Digest>> =>
  Object.fromEntries(Object.values(parts).flatMap((docs) => Object.entries(docs ?? {})));
