// What each test process begins with: modules that were compiled before, and places of jobs in a folder of this run's own.
import { mkdtempSync, rmSync, stat } from "node:fs";
import { enableCompileCache } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Of this process alone: what tests start decides for itself.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/compiled"));

// What they start works there, too, and never in the places of whoever runs the tests.
if (process.env["CAIRN_PLACES"] === undefined) {
  const folder = mkdtempSync(join(tmpdir(), "cairn-places-"));
  process.env["CAIRN_PLACES"] = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}

// glibc before 2.41 may lose the wake-up of a thread that waits for work (its bug 25847): then nothing that was asked of
// the disk is answered until something else is asked.
setInterval(() => stat(import.meta.dirname, () => {}), 1_000).unref();
