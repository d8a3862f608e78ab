// The static checks of `npm test`, each the program that its npm script starts; they take their time beside the first tests.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";

const top = join(import.meta.dirname, "../..");

for (const script of ["check", "lint", "format:check", "unused"])
  test(`npm run ${script}`, async () => {
    const child = spawn("npm", ["run", "--silent", script], { cwd: top });
    const said = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await once(child, "close");
    assert.equal(code, 0, (await said).join("\n"));
  });
