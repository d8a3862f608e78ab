// Moves of references that are the engine's own.
import { Fault } from "../../core/refusal.ts";
import type { GitAnswer } from "../git/git.ts";
import { diskRefusedIn } from "../git/disk-refused.ts";
import { awaitLock } from "../git/ref-lock.ts";
import type { Site } from "../places.ts";
import { workRefs } from "./refs.ts";
import { inStore, type inUsers, type Repository } from "./repository.ts";

/** Maximum of concurrent processes on one reference. */
const rounds = 5;

/** `git update-ref` that doesn't follow a foreign symbolic reference, and isn't blocked forever by a lock of a killed git. */
export const updateRef = async (
  ask: typeof inUsers,
  repository: Repository,
  words: readonly string[],
  rest: Parameters<typeof inUsers>[2] = {},
): Promise<GitAnswer> => {
  const args = ["update-ref", "--no-deref", ...words];
  for (let round = 1; ; round += 1) {
    const answer = await ask(repository, args, { ...rest, also: [1, 128] });
    if (answer.exit === 0) return answer;
    if (round < rounds && (await awaitLock(answer.err))) continue;
    const full = diskRefusedIn(repository.user.common, "update-ref", answer.err);
    if (full !== null) throw full;
    if (rest.also?.includes(answer.exit) === true) return answer;
    throw new Fault(
      "GIT_FAILED",
      `git update-ref in ${repository.root}: ${answer.err.trim().slice(0, 1000) || `exit ${answer.exit}`}`,
      "see what git says of that folder (`git status` there), mend it, then repeat",
    );
  }
};

/** Keeps unlanded work in the store until its run is dropped. */
export const workRef = async (
  repository: Repository,
  site: Site,
  commit: string,
): Promise<void> => {
  await updateRef(inStore, repository, [`${workRefs(site)}${commit}`, commit]);
};
