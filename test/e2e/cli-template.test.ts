// Tests of templates by the command line: compose, list, check, dry run.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { seedTemplate, templateText } from "../fixtures/player-template.ts";
import { asTyped, at, type Desk, desk } from "./desk.ts";

const folder = ({ root }: Desk): string => join(root, ".workflow", "templates");
const keep = (here: Desk, slug: string, text: string): void => {
  mkdirSync(folder(here), { recursive: true });
  writeFileSync(join(folder(here), `${slug}.json`), text);
};
const compose = asTyped`template compose "Feature TDD" --step plan --step execute --step test`;

test("a dry run shows what would be written, and leaves nothing behind", async (t) => {
  const here = desk(t);
  const dry = await here.ends(0, [...compose, "--dry-run"]);
  assert.deepEqual(readdirSync(here.root), [".git"]);
  const made = await here.cairn([...compose, "--json"]);
  assert.match(
    String(at(made.json(), "files")),
    /^\.workflow\/templates\/feature-tdd\.json,\.workflow\/templates\/design-drafts\/archive\/WFD-feature-tdd-\d{8}\/intent\.json,\.workflow\/templates\/index\.json$/,
  );
  const [shown, written] = [
    dry.out,
    readFileSync(join(folder(here), "feature-tdd.json"), "utf8"),
  ].map((text) => ({
    ...JSON.parse(text),
    created_at: null,
  }));
  assert.deepEqual(shown, written);
});

test("story 15: composing twice writes once; other steps get a name of their own; nothing of what is there changes", async (t) => {
  const here = desk(t);
  const texts = (): readonly string[] =>
    readdirSync(folder(here))
      .filter((name) => name.endsWith(".json"))
      .map((name) => `${name} ${readFileSync(join(folder(here), name), "utf8")}`);
  const first = await here.cairn(compose);
  const shown = await here.cairn("template show feature-tdd");
  assert.ok(
    first.out.includes(`feature-tdd.json is written (3 files in all)\n\n${shown.out}`),
    first.out,
  );
  assert.match(shown.out, /\nplay it: cairn run player feature-tdd --context goal=…\n$/);
  const before = texts();
  const again = await here.cairn(compose);
  assert.match(again.out, /same content already: nothing was written/);
  assert.deepEqual(texts(), before);
  const other = await here.cairn(asTyped`${compose} --step review --json`);
  assert.equal(at(other.json(), "slug"), "feature-tdd-v2");
  const index = JSON.parse(readFileSync(join(folder(here), "index.json"), "utf8"));
  assert.deepEqual(
    index.templates.map(
      ({ path, node_count }: { path: string; node_count: number }) => `${path} ${node_count}`,
    ),
    [".workflow/templates/feature-tdd.json 3", ".workflow/templates/feature-tdd-v2.json 4"],
  );
});

test("of many who compose at once each gets a name, and the index has them all", async (t) => {
  const here = desk(t);
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      here.cairn([...compose, "--means", `the ${index}th`, "--json"]),
    ),
  );
  assert.deepEqual(
    made.map(({ exit }) => exit),
    [0, 0, 0, 0, 0, 0],
  );
  const slugs = made.map((one) => String(at(one.json(), "slug")));
  assert.equal(new Set(slugs).size, 6);
  const index = JSON.parse(readFileSync(join(folder(here), "index.json"), "utf8"));
  assert.equal(new Set(index.templates.map(({ path }: { path: string }) => path)).size, 6);
});

test("an index that can't be read is kept aside and made anew of all that is there", async (t) => {
  const here = desk(t);
  keep(here, "seed", templateText(seedTemplate()));
  writeFileSync(join(folder(here), "index.json"), "{ by hand");
  const made = await here.cairn([...compose, "--json"]);
  assert.equal(readFileSync(String(at(made.json(), "kept")), "utf8"), "{ by hand");
  const index = JSON.parse(readFileSync(join(folder(here), "index.json"), "utf8"));
  assert.deepEqual(
    index.templates.map(({ path }: { path: string }) => path),
    [".workflow/templates/seed.json", ".workflow/templates/feature-tdd.json"],
  );
});

test("steps come from a file, from standard input, or from a draft; what doesn't fit is told at once", async (t) => {
  const here = desk(t, {
    "steps.txt": "# nightly\nplan\n\n& analyze: quality\nexecute\n",
    "intent.json": '{"steps":[{"type_hint":"plan"},{"type_hint":"test","parallel_with":1}]}',
  });
  const nodes = async (...argv: readonly string[]): Promise<number> =>
    Number(
      at(
        JSON.parse(
          (
            await here.cairn(asTyped`template compose X --dry-run ${argv}`, {
              stdin: "plan\nexecute",
            })
          ).out,
        ),
        "metadata",
        "node_count",
      ),
    );
  assert.equal(await nodes("--steps", "steps.txt"), 3);
  assert.equal(await nodes("--steps", "steps.txt", "--step", "review"), 4);
  assert.equal(await nodes("--steps=-"), 2);
  assert.equal(await nodes("--draft", "intent.json"), 2);
  const said = async (...argv: readonly string[]): Promise<string> => {
    const { exit, err } = await here.cairn(["template", "compose", ...argv]);
    assert.equal(exit, 2);
    return err;
  };
  assert.match(
    await said("X", "--step", "dance", "--step", "plan this"),
    /^STEP_UNKNOWN: step 1.*\n.*\nSTEP_MALFORMED: step 2/,
  );
  assert.match(await said("X", "--step", "pause"), /^STEPS_EMPTY/);
  assert.match(await said("--step", "plan"), /^USAGE: NAME is missing/);
  assert.match(await said("X"), /^USAGE: it has no steps/);
  assert.match(
    await said("X", "--step", "plan", "--draft", "intent.json"),
    /^USAGE: steps come from a list or from a draft/,
  );
  assert.match(await said("🙂", "--step", "plan"), /^NAME_MALFORMED/);
});

test("a template is called by path, slug, id or a part of its slug that no other has", async (t) => {
  const here = desk(t);
  keep(here, "feature-tdd", templateText(seedTemplate()));
  keep(here, "feature-fast", templateText({ ...seedTemplate(), template_id: "wft-fast-20260101" }));
  writeFileSync(join(here.root, "mine.json"), templateText({ ...seedTemplate(), name: "Mine" }));
  const path = async (name: string): Promise<string> => {
    const told = await here.cairn(["template", "show", name, "--json"]);
    return told.exit === 0
      ? String(at(told.json(), "path"))
      : String(at(told.json(), "error", "code"));
  };
  assert.equal(await path("feature-tdd"), ".workflow/templates/feature-tdd.json");
  assert.equal(await path("wft-fast-20260101"), ".workflow/templates/feature-fast.json");
  assert.equal(await path("fast"), ".workflow/templates/feature-fast.json");
  assert.match(await path("./mine.json"), /mine\.json$/);
  assert.match(await path(join(here.root, "mine.json")), /mine\.json$/);
  mkdirSync(join(here.root, "deep"));
  for (const name of ["../mine.json", "../.workflow/templates/feature-tdd.json"])
    await here.ends(0, ["template", "show", name], { cwd: join(here.root, "deep") });
  assert.equal(await path("./gone.json"), "TEMPLATE_UNKNOWN");
  assert.equal(await path("feature"), "TEMPLATE_AMBIGUOUS");
  assert.equal(await path("faetur"), "TEMPLATE_UNKNOWN");
  assert.match(
    (await here.cairn("template show featuretdd")).err,
    /TEMPLATE_UNKNOWN.*\n.*feature-tdd, feature-fast/,
  );
  assert.match((await here.cairn("template show")).err, /^USAGE/);
});

test("judged by its place, as editors read it; errors are exit 5, warnings alone are not", async (t) => {
  const here = desk(t, {
    "bad.json": templateText(seedTemplate())
      .replace('"abort"', '"ignore"')
      .replace("{N-003a.output}", "{N-009.output}"),
  });
  keep(here, "odd", templateText({ ...seedTemplate(), version: "3" }));
  const bad = await here.cairn(["check", "bad.json"]);
  assert.equal(bad.exit, 5);
  assert.match(
    bad.out,
    /^bad\.json:\d+:\d+: error VALUE_UNKNOWN "ignore" is none of abort, skip, retry\. \(\/nodes\/0\/on_fail\)\n/,
  );
  assert.match(
    bad.out,
    /error REF_UNKNOWN \{N-009\.output\}: there is no node "N-009"\.; Did you mean/,
  );
  assert.match(bad.out, /\n1 path checked: 2 errors, 0 warnings\n$/);
  const odd = await here.cairn(["check", ".workflow/templates/odd.json", "--json"]);
  assert.equal(odd.exit, 0);
  assert.deepEqual(at(odd.json(), "findings", 0, "code"), "VERSION_ODD");
  assert.deepEqual(at(odd.json(), "ok"), true);
});
