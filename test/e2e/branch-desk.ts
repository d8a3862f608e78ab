// A run of two tasks during which its user does something in the repository.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { unfenced } from "../fixtures/unfenced.ts";
import { passing } from "../fixtures/ultrawork-verdict.ts";
import { shop } from "./delivery-desk.ts";
import type { Desk } from "./desk.ts";
import { configured } from "./ground.ts";

const criterion = (id: string, command: string, more: object = {}) => ({
  id,
  subject: `Task ${id}`,
  success_criteria: [{ criteria: `${id} holds`, command }],
  ...more,
});
const tasks = [
  criterion("1", "test -e one.txt"),
  criterion("2", "test -e two.txt", { blocked_by: ["1"] }),
];
const verify = { success_criteria: [{ criteria: "all hold", command: "test -e README.md" }] };
const report = { report: { status: "done", summary: "It is there.", evidence: [] } };
const sh = (text: string) => ({ run: ["sh", "-ec", text] });

/** A run of two tasks, one after the other; while the second is at work its user does something. */
export const during = (
  t: TestContext,
  act: (here: Desk) => string,
  checks: readonly object[] = [],
): Desk => {
  const here = shop(t);
  unfenced(here.folder);
  writeFileSync(join(here.root, "plan.json"), JSON.stringify({ tasks, verify }));
  const jobs = [
    {
      role: "worker",
      unit: "1",
      steps: [{ write: { path: "one.txt", text: "1\n" } }, report],
    },
    {
      role: "worker",
      unit: "2",
      steps: [sh(act(here)), { write: { path: "two.txt", text: "2\n" } }, report],
    },
    { role: "verifier", steps: [{ report: passing(["1", "2"]) }] },
  ];
  writeFileSync(join(here.folder, "script.json"), JSON.stringify({ jobs }));
  const agents = { scripted: { driver: "scripted", argv: [join(here.folder, "script.json")] } };
  configured(here, { agents, roles: { "*": "scripted" }, checks });
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
