// Types and readers of a stigmergy job's payload: all that report() needs, since it sees no state.
import { aboutOf as aboutIn } from "../../../kit/about.ts";
import type { Digest, Path } from "../../../core/row.ts";
import type { EpicId, Gate, IssueId, Part, StoryId, Subject } from "../state.ts";

/** `last`: the next attempt without result counts as a failure; `tired`: the next one without a valid report does, because such attempts have cost a strike. */
type Tried = {
  readonly subject: Subject;
  readonly last: boolean;
  readonly tired?: true;
};

/** `paths`: files to write. */
export type PlanAbout = Tried & {
  readonly is: "plan";
  readonly part: Part | "manifest";
  readonly paths: readonly Path[];
};
export type StoryFileAbout = Tried & {
  readonly is: "story-file";
  readonly story: StoryId;
  readonly path: Path;
};
/** `pinned`: documents that must not change. */
export type WorkAbout = Tried & {
  readonly is: "work";
  readonly story: StoryId;
  readonly pinned: readonly Path[];
};
export type IssueAbout = Tried & {
  readonly is: "issue";
  readonly issue: IssueId;
  readonly pinned: readonly Path[];
};
/** `criteria`: number of criteria to judge. */
export type ReviewAbout = Tried & {
  readonly is: "review";
  readonly story: StoryId;
  readonly criteria: number;
};
export type AuditAbout = Tried & {
  readonly is: "audit";
  readonly epic: EpicId;
  readonly tried: number;
};
export type AgentAbout =
  | PlanAbout
  | StoryFileAbout
  | WorkAbout
  | IssueAbout
  | ReviewAbout
  | AuditAbout;

/** `runs`: number of checks run when it became due. */
export type CheckAbout = {
  readonly is: "check";
  readonly n: number;
  readonly runs: number;
  readonly last: boolean;
};
type DecisionAbout =
  | { readonly is: "halt"; readonly asked: number }
  | { readonly is: "question"; readonly question: number }
  | { readonly is: "drift"; readonly path: Path; readonly digest: Digest | null }
  | { readonly is: "autonomy" }
  | { readonly is: "gate"; readonly gate: Gate; readonly asked: number }
  | { readonly is: "accept"; readonly story: StoryId; readonly criteria: number };
export type About = AgentAbout | CheckAbout | DecisionAbout;

export const aboutOf = aboutIn<About>("stigmergy");

export const ruleOf = (about: About): string =>
  about.is === "plan" ? about.part : about.is === "halt" ? "halted" : about.is;

/** The subject that a job counts against; null if it counts against none. */
export const subjectOf = (about: About): Subject | null =>
  "subject" in about ? about.subject : null;
