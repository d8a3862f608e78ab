// Repetition of a check on an empty tree, to see whether it can fail at all.
import { realpath } from "node:fs/promises";
import type { Check, Proof } from "../../core/job.ts";
import type { Ground, Workspace } from "../../workspace/workspace.ts";
import type { Graces, Program, Ran } from "./child.ts";
import { checkEnv } from "./env.ts";
import { type Hands, realHands } from "./hands.ts";
import { keepOutput, type KeptOutput } from "./kept-output.ts";

/** Context for running a check. */
export type Trying = {
  readonly workspace: Workspace;
  readonly ground: Ground;
  readonly mark: string;
  /** Maximum output of one check, in bytes; more ends it. */
  readonly bytes: number;
  /** The environment that checks inherit. */
  readonly env: Readonly<Record<string, string>>;
  readonly fence: Program["fence"];
  readonly stop: AbortSignal;
  readonly graces?: Graces | undefined;
  readonly hands?: Hands;
};

/** Runs a program of a job; keeps its output. */
export const runIn = (
  { workspace, mark, bytes, fence, stop, graces, hands = realHands }: Omit<Trying, "ground">,
  program: Pick<Program, "argv" | "env" | "cwd" | "ms">,
  kept: KeptOutput,
): Promise<Ran> => {
  const output = (_from: "out" | "err", chunk: Uint8Array): void => kept.add(chunk);
  const how = { ...program, stdin: null, mark, bytes, fence, output };
  return hands.run(how, workspace.processes, stop, graces);
};

/** Added to the check's time in the real tree: most programs fail at once in an empty one. */
const moreMs = 10_000;
const keptBytes = 16_384;

/** Replaces one root by another anywhere in a word or variable. */
const moved = (text: string, roots: readonly string[], to: string): string =>
  roots.reduce(
    (now, root) => now.replaceAll(new RegExp(`${RegExp.escape(root)}(?![\\w.-])`, "gu"), () => to),
    text,
  );

/** Removes variables that point to the real tree, except PATH: the program must be the same. */
const scrubbed = (
  env: Readonly<Record<string, string>>,
  roots: readonly string[],
  to: string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env)
      .filter(([name]) => !name.startsWith("GIT_"))
      .map(([name, value]) => [name, name === "PATH" ? value : moved(value, roots, to)]),
  );

/**
 * @param check as run in the real tree
 * @param ms its duration there
 * @returns null if no empty tree could be created
 */
export const tryOnEmpty = async (
  check: Extract<Check, { argv: unknown }>,
  ms: number,
  trying: Trying,
): Promise<NonNullable<Proof["onEmpty"]> | null> => {
  const { ground, mark, env, fence, hands = realHands } = trying;
  const tree = await hands.emptyTree(check.cwd);
  if (tree === null) return null;
  try {
    const real = await realpath(ground.root).catch(() => ground.root);
    const roots = [...new Set([real, ground.root])].filter((root) => root !== "/");
    const output = keepOutput(keptBytes);
    const program = {
      argv: check.argv.map((word) => moved(word, roots, tree.root)),
      env: {
        ...scrubbed(checkEnv(env, check.env, mark), roots, tree.root),
        GIT_CEILING_DIRECTORIES: tree.root,
        // npx would download what the empty tree lacks.
        npm_config_offline: "true",
      },
      cwd: tree.folder,
      ms: Math.min(check.ms, ms + moreMs),
    };
    const own = fence === null ? null : { ...fence, also: tree.root };
    const ran = await runIn({ ...trying, fence: own }, program, output);
    return { exit: ran.why === null ? ran.exit : null, text: output.text() };
  } finally {
    await tree.remove();
  }
};
