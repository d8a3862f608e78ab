// Refusals of agents that speak for another job than the one they hold.
import type { Stamp } from "../../../core/protocol.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import { auditKey, issueKey, planKey, reviewKeys, storyFileKey, workKey } from "../jobs/keys.ts";
import type { StigmergyCommands } from "../commands.ts";
import type { State } from "../state.ts";

type Commands = StigmergyCommands;
/** Keys of jobs that may send this command; a key ending in `-` is a prefix. */
type Keys<K extends keyof Commands> = (
  state: State,
  data: Commands[K]["data"],
) => readonly string[];

/** Jobs that list the stories and have the requirements available. */
const listing = (state: State): readonly string[] => [
  planKey(state, "prd"),
  planKey(state, "manifest"),
];
const working = (state: State, { story }: { readonly story: string }): readonly string[] => [
  workKey(state, story),
];
const responding = (state: State, { issue: id }: { readonly issue: string }): readonly string[] =>
  state.issues.filter((issue) => issue.id === id).map((issue) => issueKey(state, issue));

const table: { readonly [K in keyof Commands]?: Keys<K> } = {
  FinishBrief: (state) => [planKey(state, "brief")],
  FinishPrd: listing,
  FinishUx: (state) => [planKey(state, "ux")],
  FinishArchitecture: (state) => [planKey(state, "architecture")],
  ReplaceManifest: listing,
  ImportManifest: listing,
  RecordStoryFile: (state, { story }) => [storyFileKey(state, story)],
  StartStory: working,
  FinishWork: working,
  SubmitReview: (state, { story }) => [reviewKeys(state, story)],
  TakeIssue: responding,
  ResolveIssue: responding,
  GiveUpIssue: responding,
  FinishAudit: (_state, { epic }) => [auditKey(epic)],
};

const fits = (key: string, job: string): boolean =>
  key.endsWith("-") ? job.startsWith(key) : job === key;

/** Returns SENDER_WRONG, or null if the sender is not an agent or holds the job. */
export const holderWrong = <K extends keyof Commands>(
  state: State,
  { type, data }: Commands[K] & { readonly type: K },
  { by }: Pick<Stamp, "by">,
): Refusal | null => {
  if (by.kind !== "agent") return null;
  if (type === "Escalate" && by.job === undefined)
    return refuse("SENDER_WRONG", "Escalate is for an agent that holds a job to say");
  const keys = table[type]?.(state, data);
  if (keys === undefined || keys.some((key) => by.job !== undefined && fits(key, by.job)))
    return null;
  const which = keys.map((key) => (key.endsWith("-") ? key.slice(0, -1) : key)).join(" or ");
  return refuse("SENDER_WRONG", `${type} is not for the holder of ${by.job ?? "no job"} to say`, {
    fits: which === "" ? "the holder of its job" : `the holder of ${which}`,
  });
};
