// A run whose agent leaves litter: it doesn't land and one line names it; `keep` in the configuration says otherwise.
import assert from "node:assert/strict";
import { test } from "node:test";
import { auto, configure, criterion, envOf, git, report, shop } from "./places-shop.ts";

const litter =
  "mkdir -p node_modules/x dist a/__pycache__; touch package.json app.py .DS_Store node_modules/x/1 dist/1 a/__pycache__/1.pyc; echo > one.txt";
const work = { "1": [{ run: ["sh", "-c", litter] }, report("1")] };

test("litter doesn't land and is named in one line; what `keep` names lands", async (t) => {
  const here = shop(t, work, [criterion("1", "test -f one.txt")]);
  configure(here, { keep: ["dist"] });
  const done = await here.cairn([...auto, "--verbose"], envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
  assert.match(
    done.out + done.err,
    /what tools made of \S+ isn't taken along: \.DS_Store, a\/__pycache__, node_modules; add it to \.gitignore/u,
  );
  const branch = git(here, "for-each-ref", "--format=%(refname:short)", "refs/heads/cairn/").trim();
  const landed = git(here, "diff", "--name-only", "HEAD", branch).trim().split("\n");
  assert.deepEqual(landed, ["app.py", "dist/1", "one.txt", "package.json"]);
});
