// Tests of the warning about output into the working tree.
import assert from "node:assert/strict";
import { closeSync, mkdtempSync, openSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { ownOutput } from "./own-output.ts";

test("a log in the working tree is named; one beside it, a device and a closed descriptor are not", (t) => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "cairn-output-")));
  t.after(() => rmSync(top, { recursive: true }));
  const files = [openSync(join(top, "nohup.out"), "w"), openSync("/dev/null", "w")];
  t.after(() => files.forEach(closeSync));
  assert.match(
    ownOutput(top, files) ?? "",
    /^this output goes to nohup\.out in the working tree: /u,
  );
  assert.equal(ownOutput(join(top, "below"), files), null);
  assert.equal(ownOutput(top, [files[1] ?? -1, 9_999]), null);
});
