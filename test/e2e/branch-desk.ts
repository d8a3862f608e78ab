// A run of two tasks during which its user does something in the repository.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { shop } from "./delivery-desk.ts";
import type { Desk } from "./desk.ts";
import { configure, criterion, planOf, report, script } from "./places-shop.ts";

const tasks = [
  criterion("1", "test -e one.txt"),
  { ...criterion("2", "test -e two.txt"), blocked_by: ["1"] },
];
const write = (path: string, text: string) => ({ write: { path, text } });

/** A run of two tasks, one after the other; while the second is at work its user does something. */
export const during = (
  t: TestContext,
  act: (here: Desk) => string,
  checks: readonly object[] = [],
): Desk => {
  const here = shop(t);
  writeFileSync(join(here.root, "plan.json"), planOf(tasks));
  script(here, {
    "1": [write("one.txt", "1\n"), report("1")],
    "2": [{ run: ["sh", "-ec", act(here)] }, write("two.txt", "2\n"), report("2")],
  });
  configure(here, { checks });
  return here;
};
export const anas =
  "env -u GIT_AUTHOR_NAME -u GIT_AUTHOR_EMAIL -u GIT_COMMITTER_NAME -u GIT_COMMITTER_EMAIL git -c user.name=Ana -c user.email=ana@example.org";
export const inRoot = ({ root }: Desk, text: string): string =>
  `cd ${root}; branch=$(git for-each-ref --format='%(refname:short)' refs/heads/cairn/); ${text}`;
/** Commits in a linked worktree that has the run branch checked out. */
export const inTree = (here: Desk, text: string): string =>
  inRoot(
    here,
    `git worktree add -q ${here.folder}/tree $branch; cd ${here.folder}/tree; ${text}; git add -A; ${anas} commit -qm mine`,
  );
