// A shop whose ultrawork runs in places: one commit, uncommitted changes of its user's, and a scripted agent.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { passing } from "../fixtures/ultrawork-verdict.ts";
import { asTyped, type Desk, desk } from "./desk.ts";
import { branchOf, configured, git, placesBeside, type Rooted } from "./ground.ts";

/** What is there of a file. */
export const landed = (here: Rooted, path: string): string =>
  git(here, "show", `${branchOf(here)}:${path}`);

export const criterion = (id: string, command: string) => ({
  id,
  subject: `Task ${id}`,
  success_criteria: [{ criteria: `${id} holds`, command }],
});
const verify = { success_criteria: [{ criteria: "all hold", command: "test -e README.md" }] };
export const planOf = (tasks: readonly object[]): string => JSON.stringify({ tasks, verify });

/** A folder outside of all places that its jobs may write: what is in it, and not the work, is what a test looks at. */
export const handed = ({ folder }: Pick<Desk, "folder">, name: string): string =>
  join(folder, "handed", name);

export type Steps = readonly Readonly<Record<string, unknown>>[];
/** Scripts the agent: what each task's worker does, who mends, and a verifier who finds all of it good. */
export const script = (here: Desk, workers: Readonly<Record<string, Steps>>): void => {
  const { tasks } = JSON.parse(readFileSync(join(here.root, "plan.json"), "utf8"));
  const verdict = passing(tasks.map(({ id }: { readonly id: string }) => id));
  const scenes = JSON.stringify({ ...workers, verify: [{ report: verdict }] });
  writeFileSync(
    join(here.folder, "script.mjs"),
    `import { writeFileSync } from "node:fs";
const scenes = ${scenes};
export const steps = ({ unit, job }, brief) => {
  if (unit === "verify") writeFileSync(${JSON.stringify(handed(here, "verify.md"))}, brief);
  return scenes[job.startsWith("mend-") ? "mend" : unit];
};
`,
  );
};
/** A repository with one commit, uncommitted changes, and a scripted agent; `workers`: what each task's worker does. */
export const shop = (
  t: TestContext,
  workers: Readonly<Record<string, Steps>>,
  tasks: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[],
  files: Readonly<Record<string, string>> = {},
): Desk => {
  const here = desk(t, {
    "README.md": "a shop\n",
    ".gitignore": ".cairn/\nplan.json\ncairn.config.json\n",
    "plan.json": planOf(tasks),
    ...files,
  });
  script(here, workers);
  const agents = { scripted: { driver: "scripted", argv: [join(here.folder, "script.mjs")] } };
  mkdirSync(handed(here, ""));
  // A test about the fence sets its own.
  configured(here, { agents, roles: { "*": "scripted" }, fence: "off" });
  git(here, "add", "--all");
  git(here, "commit", "--quiet", "--amend", "--allow-empty", "-m", "a shop");
  writeFileSync(join(here.root, "README.md"), "a shop, changed\n");
  writeFileSync(join(here.root, "notes.txt"), "mine\n");
  placesBeside(t, here);
  return here;
};
export const report = (task: string) => ({
  report: { task, status: "done", summary: "It is there.", evidence: [] },
});
export const auto = asTyped`run ultrawork "Two files" --plan plan.json --auto --session s`;

/** As `auto`, but a person answers what is red on the base; `alone` then. */
export const attended = auto.filter((word) => word !== "--auto");

export const alone = async (here: Desk): Promise<void> => {
  const words = ["send", "s", "SetOptions", "--data", '{"options":{"mode":"auto"}}'];
  const sent = await here.cairn(words);
  if (sent.exit !== 0) throw new Error(sent.out + sent.err);
};

export const envOf = ({ folder }: Desk) => ({ env: { CAIRN_PLACES: join(folder, "places") } });

/** Adds to its configuration. */
export const configure = (here: Desk, more: Readonly<Record<string, unknown>>): void => {
  const path = join(here.root, "cairn.config.json");
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...more }));
};
