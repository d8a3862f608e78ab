// A shop whose run of iterative works in places, and what is asked of it in tests.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { asTyped, type Desk, desk } from "./desk.ts";
import { configured, type Event, eventsOf, git as gitIn, placesBeside } from "./ground.ts";

type Step = Readonly<Record<string, unknown>>;
/** What is done in each job, by its key: `T1#1`; what isn't listed says done and does nothing. */
type Scenes = Readonly<Record<string, readonly Step[]>>;
export type Shop = Desk & {
  readonly git: (...words: readonly string[]) => string;
  readonly events: () => Promise<readonly Event[]>;
  readonly branch: () => string;
};

const play = `
const done = (unit) => ({ report: { unit, status: "done", did: "looked: nothing was left", remaining: "" } });
export const steps = ({ unit, job, role }) => {
  const [scene] = [scenes[job.startsWith("mend-") ? "mend" : job]];
  const said = (scene ?? []).some((step) => "report" in step || "die" in step);
  if (said || job.startsWith("mend-")) return scene ?? [];
  if (role === "reviewer") return [...(scene ?? []), { report: { verdict: "REVIEW_PASS", checked: "all", issues: [] } }];
  if (role === "verifier") return [...(scene ?? []), { report: { unit, verdict: "VERIFIED", criteria: [{ n: 1, met: true, how: "read it" }], gaps: [] } }];
  return [...(scene ?? []), done(unit)];
};
`;
export const folder = ".claude/iterative/add-login";
export const unit = (id: string, files: readonly string[], more: Step = {}): Step => ({
  id,
  title: `Write ${id}`,
  criteria: [`${id} is there`],
  files,
  max: 4,
  ...more,
});

/** A repository with one commit and uncommitted changes of its user's, and an approved plan. */
export const shop = async (
  t: TestContext,
  units: readonly Step[],
  scenes: Scenes,
  mode = "feature",
  more: Step = {},
): Promise<Shop> => {
  const here = desk(t, { "README.md": "a shop\n", ".gitignore": ".cairn/\ncairn.config.json\n" });
  const git = (...words: readonly string[]): string => gitIn(here, ...words).trim();
  const script = join(here.folder, "script.mjs");
  writeFileSync(script, `const scenes = ${JSON.stringify(scenes)};\n${play}`);
  const config = {
    agents: { scripted: { driver: "scripted", argv: [script] } },
    roles: { "*": "scripted" },
    iterative: {
      workers: 2,
      test_pass: "off",
      interviewer: "hand",
      planner: "hand",
      gates: [{ name: "tests", argv: ["sh", "-c", "test -e README.md && ! grep -q broken *.txt"] }],
      ...more,
    },
  };
  configured(here, config);
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "-m", "a shop");
  writeFileSync(join(here.root, "README.md"), "a shop, changed\n");
  writeFileSync(join(here.root, "notes.txt"), "broken, and mine\n");
  placesBeside(t, here);
  const { ends } = here;
  await ends(
    0,
    asTyped`run --later iterative "Add login" --slug add-login --domain ${mode} --done-when "all is there"`,
  );
  await ends(0, asTyped`send add-login ProposePlan --data ${JSON.stringify({ units })}`);
  await ends(0, "decide add-login plan approve");
  return {
    ...here,
    git,
    events: () => eventsOf(here, "add-login"),
    branch: () => git("for-each-ref", "--format=%(refname:short)", "refs/heads/cairn/"),
  };
};

/** A file of the run's, wherever its folder is by now. */
export const fileOf = ({ root }: Desk, name: string): string => {
  const home = join(root, ".claude/iterative");
  const archived = existsSync(join(home, "archive"))
    ? readdirSync(join(home, "archive")).map((one) => `archive/${one}`)
    : [];
  const [at = ""] = ["add-login", ...archived].filter((one) => existsSync(join(home, one, name)));
  return readFileSync(join(home, at, name), "utf8");
};
