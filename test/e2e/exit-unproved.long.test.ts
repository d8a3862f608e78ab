// How runs end in all four protocols, in places and in the checkout: exit 0 where all is proved, 4 with what is missing where it isn't.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { cli, templateOf } from "../fixtures/player.ts";
import { at, type Desk, type Printed } from "./desk.ts";
import { shop as iterativeShop, unit } from "./iterative-shop.ts";
import {
  auto as ultrawork,
  configure,
  criterion,
  report,
  shop as ultraworkShop,
} from "./places-shop.ts";
import { auto as stigmergy, shop as stigmergyShop } from "./stigmergy-shop.ts";

type Story = {
  readonly protocol: string;
  /** A repository, and what is typed there to have a run proved. */
  readonly begin: (
    t: TestContext,
  ) => Promise<{ readonly here: Desk; readonly words: readonly string[] }>;
  /** Changes the folder of the proved run before it is adopted. */
  readonly undo?: (here: Desk) => void;
  /** What is unproved once the folder is adopted: nobody here saw it come about. */
  readonly missing: string;
};

const git = ({ root }: Desk, ...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...words], {
    cwd: root,
    encoding: "utf8",
  });

const stories: readonly Story[] = [
  {
    protocol: "ultrawork",
    begin: async (t) => {
      const steps = [{ write: { path: "one.txt", text: "1\n" } }, report("1")];
      return {
        here: ultraworkShop(t, { "1": steps }, [criterion("1", "test -e one.txt")]),
        words: ultrawork,
      };
    },
    missing: "1 criterion 1",
  },
  {
    protocol: "player",
    begin: async (t) => {
      const here = ultraworkShop(t, {}, []);
      mkdirSync(join(here.root, ".workflow/templates"), { recursive: true });
      writeFileSync(
        join(here.root, ".workflow/templates/look.json"),
        templateOf("look", [cli("N-001")]),
      );
      const script = "require('fs').readFileSync(0); console.log('looked')";
      configure(here, {
        agents: { look: { driver: "command", argv: [process.execPath, "-e", script] } },
        roles: { cli: "look" },
      });
      return { here, words: ["run", "player", "look", "--context", "goal=x"] };
    },
    missing: "N-001 criterion 1",
  },
  {
    protocol: "iterative",
    begin: async (t) => {
      const here = await iterativeShop(t, [unit("T1", ["a.txt"])], {
        "T1#1": [{ write: { path: "a.txt", text: "good\n" } }],
      });
      writeFileSync(join(here.root, "notes.txt"), "mine\n");
      return { here, words: ["run", "add-login"] };
    },
    missing: "T1 criterion 1",
  },
  {
    protocol: "stigmergy",
    begin: async (t) => ({
      here: stigmergyShop(t, { stories: ["1.1", "1.2"] }),
      words: stigmergy,
    }),
    // Checks belong to a project that goes on: its last story is to be done again.
    undo: (here) => {
      const path = join(here.root, ".ai/state.json");
      const state = JSON.parse(readFileSync(path, "utf8"));
      state.project_status = "EXECUTION_IN_PROGRESS";
      state.project_manifest.epics[0].stories[1].status = "PENDING";
      writeFileSync(path, JSON.stringify(state, null, 2));
      git(here, "add", "--all");
      git(here, "commit", "--quiet", "-m", "one story is left");
    },
    missing: "1.1 criterion 1",
  },
];

for (const { protocol, begin, undo, missing } of stories)
  test(`${protocol}: proved ends with 0, the same as it was found with 4 and what is missing`, async (t) => {
    const { here, words } = await begin(t);
    const go = (...argv: readonly string[]): Promise<Printed> =>
      here.cairn(argv, { env: { CAIRN_PLACES: join(here.folder, "places") } });
    const proved = await go(...words);
    assert.equal(proved.exit, 0, proved.out + proved.err);
    assert.doesNotMatch(proved.out, /not proved|nothing checked|no check was run/u);
    assert.match((await go("status")).out, /^done {2}/u);
    const place = String(at((await go("status", "--json")).json(), "runs", 0, "place"));
    if (undo !== undefined) assert.equal((await go("merge")).exit, 0);
    rmSync(join(here.root, ".git/cairn"), { recursive: true });
    undo?.(here);
    const adopted = await go("adopt", place);
    assert.equal(adopted.exit, 0, adopted.out + adopted.err);
    const run = /^run (\S+)/u.exec(adopted.out)?.[1] ?? "";
    const over = await go("run", run);
    const said = `not proved, though it can be checked: ${missing}`;
    assert.equal(over.exit, 4, over.out + over.err);
    const plain = (text: string): string => text.replaceAll(/\s+/gu, " ");
    assert.ok(plain(over.out).includes(said), over.out);
    const status = await go("status", run);
    assert.match(status.out, /^not proved {2}/u);
    assert.ok(plain(status.out).includes(`proofs ${said}`), status.out);
    assert.equal(at((await go("status", run, "--json")).json(), "good"), false);
    assert.match((await go("status")).out, /^not proved {2}.* [01] of \d proved/u);
  });
