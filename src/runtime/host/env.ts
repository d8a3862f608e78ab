// Environment of a job's programs, without the caller's own job or test run, which would affect a proof.
import type { Keys } from "../../agents/agent.ts";
import { ownVariable, jobVariables } from "../../core/agents/job-variables.ts";
import { heldBack } from "../../core/secrets/secret-variables.ts";
import type { RunSlot, SpoolJob } from "../../workspace/workspace.ts";

type Env = Readonly<Record<string, string>>;
type Parent = Readonly<Record<string, string | undefined>>;

/** A number that nothing else under way has: ports and database names follow from it. */
const slotVariable = "CAIRN_SLOT";
export const slotEnv = (slot: RunSlot | null): Env =>
  slot === null ? {} : { [slotVariable]: String(slot.number) };

/** An outer job's identity, and Node's test runner: under its variable a nested `node --test` runs nothing and still exits 0. */
const dropped: ReadonlySet<string> = new Set([
  ...jobVariables,
  ownVariable,
  slotVariable,
  "NODE_TEST_CONTEXT",
]);

/**
 * Git variables that a job keeps: author, settings files, access to servers, display. Others name a
 * repository, index, object store, time or setting of the caller: git exports an absolute GIT_DIR
 * to hooks and aliases in linked worktrees, and a job's git would write there.
 */
const gitAllowed =
  /^GIT_(?:SSL_.+|SSH.*|HTTP_.+|PROXY_.+|EXEC_PATH|TERMINAL_PROMPT|ASKPASS|EDITOR|SEQUENCE_EDITOR|PAGER|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)|(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL))$/u;

const isDropped = (name: string): boolean =>
  dropped.has(name) || (/^GIT_/iu.test(name) && !gitAllowed.test(name));

/** For cairn's own programs: all the rest of the caller's. */
export const plainEnv = (parent: Parent): Env =>
  Object.fromEntries(
    Object.entries(parent).flatMap(([name, value]) =>
      value === undefined || isDropped(name) ? [] : [[name, value]],
    ),
  );

/** For jobs: without what looks like a secret. `passes`: names that the configuration lets through. */
export const jobEnv = (parent: Parent, passes: readonly string[]): Env => {
  const plain = plainEnv(parent);
  const held = new Set(heldBack(plain, passes));
  return Object.fromEntries(Object.entries(plain).filter(([name]) => !held.has(name)));
};

/** Names of a program's keys, as far as it would use them in this environment. */
export const keyNames = (keys: readonly Keys[] = [], env: Parent): readonly string[] =>
  keys.flatMap(({ names, where }) => (where === undefined || env[where] ? names : []));

/** Those of the caller's that an agent gets besides: keys of its program. */
export const keysIn = (parent: Parent, names: readonly string[]): Env =>
  Object.fromEntries(Object.entries(plainEnv(parent)).filter(([name]) => names.includes(name)));

/** Commits in its place carry its own name, not its user's. */
const gitNames = ({ lease: { holder } }: SpoolJob): Env => {
  const email = `${holder.name}@cairn.invalid`;
  return {
    GIT_AUTHOR_NAME: holder.name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: holder.name,
    GIT_COMMITTER_EMAIL: email,
  };
};

/**
 * An agent may report in its job's name; its own entries come first, so that they can't override ours.
 * @param door path of the job's socket; empty if it has direct access to the record
 */
export const agentEnv = (parent: Env, own: Env, job: SpoolJob, door = ""): Env => ({
  ...parent,
  ...gitNames(job),
  ...own,
  ...({
    CAIRN_ROOT: job.spot.root,
    CAIRN_LEDGER: job.ledger,
    CAIRN_RUN: job.run,
    CAIRN_JOB: job.job.key,
    CAIRN_TOKEN: job.lease.token,
    CAIRN_MARK: job.mark,
    CAIRN_DOOR: door,
  } satisfies Readonly<Record<(typeof jobVariables)[number], string>>),
});

/** A check reports nothing: only its mark identifies it. */
export const checkEnv = (parent: Env, own: Env, mark: string): Env => ({
  ...parent,
  ...own,
  CAIRN_MARK: mark,
});
