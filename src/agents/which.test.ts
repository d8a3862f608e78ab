// Tests of the lookup of agent programs: never one from the working tree or its packages.
import assert from "node:assert/strict";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type TestContext, test } from "node:test";
import { lackOf, refusedProgram, which } from "./which.ts";

const place = (t: TestContext, ...programs: readonly string[]): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-which-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of programs) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), "#!/bin/sh\n");
    chmodSync(join(folder, path), 0o755);
  }
  return folder;
};

test("a bare name is found on PATH, but neither in the working tree nor from where one happens to be", (t) => {
  const folder = place(
    t,
    "work/bin/bot",
    "work/node_modules/.bin/bot",
    "other/node_modules/.bin/bot",
    "usr/bin/bot",
  );
  const root = join(folder, "work");
  mkdirSync(join(folder, "links"));
  symlinkSync(join(root, "bin/bot"), join(folder, "links/bot"));
  const agents = ["", ".", "bin", join(root, "bin"), join(root, "node_modules/.bin")];
  const path = [...agents, join(folder, "links"), join(folder, "usr/bin")].join(delimiter);
  assert.equal(which("bot", { root, path }), join(folder, "usr/bin/bot"));
  assert.equal(which("bot", { root, path: agents.join(delimiter) }), null);
  assert.equal(
    which("bot", { root, path: join(folder, "other/node_modules/.bin") }),
    join(folder, "other/node_modules/.bin/bot"),
    "packages of another folder are out of reach of agents here",
  );
  const refused = (...folders: readonly string[]): unknown =>
    refusedProgram("bot", { root, path: folders.join(delimiter) })?.why;
  assert.match(String(refused(join(root, "bin"))), /^it lies in the working tree/u);
  assert.match(String(refused(join(root, "node_modules/.bin"))), /^it lies in the working tree/u);
  assert.match(
    String(refused(join(folder, "links"))),
    /^it leads to \S+bin\/bot, in the working tree/u,
  );
  assert.equal(
    refused(join(root, "bin"), join(folder, "usr/bin")),
    undefined,
    "another one is used",
  );
  assert.equal(refused(join(folder, "nothing")), undefined);
  assert.equal(
    which("bin/bot", { root, path }),
    join(root, "bin/bot"),
    "by its path, if that is asked for",
  );
  assert.equal(lackOf("bot", { root, path: "bin" }), null, "a check may run what the work made");
});

test("a file that isn't executable is named where no program of its name is", (t) => {
  const folder = place(t, "usr/bin/bot");
  const [root, path] = [folder, join(folder, "usr/bin")];
  mkdirSync(join(folder, "home"));
  for (const name of ["home/bot", "usr/bin/other"]) writeFileSync(join(folder, name), "");
  const look = (program: string): unknown => lackOf(program, { root, path })?.inert;
  assert.deepEqual(
    [look("other"), look("home/bot"), look("bot"), look("none"), look("./usr"), look("")],
    [join(path, "other"), join(folder, "home/bot"), undefined, null, null, undefined],
  );
});

test("what was found stays, whatever is put before it", (t) => {
  const folder = place(t, "usr/bin/bot");
  const where = {
    root: join(folder, "work"),
    path: [join(folder, "first"), join(folder, "usr/bin")].join(delimiter),
  };
  assert.equal(which("bot", where), join(folder, "usr/bin/bot"));
  mkdirSync(join(folder, "first"));
  symlinkSync(join(folder, "usr/bin/bot"), join(folder, "first/bot"));
  assert.equal(which("bot", where), join(folder, "usr/bin/bot"));
  rmSync(join(folder, "usr"), { recursive: true });
  assert.equal(which("bot", where), null);
});
