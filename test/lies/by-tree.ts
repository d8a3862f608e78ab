// Lies about the work beside a proof: what lies in the user's checkout, and in the run's own folder.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Lie } from "./lie.ts";
import { git } from "./places-scene.ts";
import { runChecks } from "./setting.ts";

export const byTree: readonly Lie[] = [
  {
    lie: "a file is changed in the user's checkout after its proof",
    at: "checked",
    happens: "the proof is of a commit, and that is what lands: the change is no part of it",
    sees: "6 of 6 criteria proved",
    counts: "nothing",
    async tell(scene) {
      writeFileSync(join(scene.top, "README.md"), "another shop\n");
      const branch = git(scene, "for-each-ref", "--format=%(refname)", "refs/heads/cairn/").trim();
      assert.equal(git(scene, "show", `${branch}:README.md`), "a shop\n");
      return scene.say(["evidence", scene.run]);
    },
  },
  {
    lie: "a document in the run's own folder is rewritten after its proof",
    at: "reported",
    happens: "its proof goes on counting for the work as it is now",
    open: "a proof is of the work, and the documents in the run's folder aren't part of it",
    sees: "of them on a tree that has changed since",
    counts: "checked",
    async tell(scene) {
      const design = join(scene.folder, "design.md");
      writeFileSync(design, "as it was tried\n");
      await scene.with((system) => runChecks(system, scene.run));
      writeFileSync(design, "as nobody tried it\n");
      return scene.say(["evidence", scene.run]);
    },
  },
];
