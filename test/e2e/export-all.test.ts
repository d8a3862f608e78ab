// All runs are written as a backup, again and again into the same folder, and each comes back from there.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { asTyped, desk } from "./desk.ts";

test("every run is written, what is there already is left, and what came since is added", async (t) => {
  const here = desk(t);
  for (const session of ["a", "b"])
    await here.ends(0, asTyped`run --later ultrawork Goal --session ${session}`);
  const to = join(here.folder, "backup");
  const first = await here.ends(0, ["export", "--all", "--to", to]);
  assert.match(first.out, /^2 runs written to .*backup\n/u);
  const names = readdirSync(to);
  assert.equal(names.length, 2);
  await here.ends(0, "stop a");
  assert.match(
    (await here.cairn(["export", "--all", "--to", to])).out,
    /^1 run written to .*backup, 1 as before\n/u,
  );
  assert.equal(readdirSync(to).length, 3);
  rmSync(join(here.root, ".git/cairn"), { recursive: true });
  const [name = ""] = names;
  await here.ends(0, ["restore", join(to, name), "--yes"]);
  await here.ends(0, ["verify", name.slice(0, 12)]);
});

test("the folder of a backup brings every run back, each from its newest file; a run that would change is refused alone", async (t) => {
  const here = desk(t);
  for (const session of ["a", "b"])
    await here.ends(0, asTyped`run --later ultrawork Goal --session ${session}`);
  const to = join(here.folder, "backup");
  await here.cairn(["export", "--all", "--to", to]);
  await here.cairn("stop a");
  await here.cairn(["export", "--all", "--to", to]);
  writeFileSync(join(to, "notes.txt"), "mine");
  rmSync(join(here.root, ".git/cairn"), { recursive: true });
  const back = await here.ends(0, ["restore", to, "--yes"]);
  assert.equal(back.out.match(/^restored: run /gmu)?.length, 2, "of three files");
  await here.ends(0, ["restore", to, "--json"]);
  assert.match((await here.cairn("status a")).out, /^paused/u, "what came last is there");
  assert.match(
    (await here.cairn(["restore", join(here.root)])).err,
    /EXPORT_MISSING: no export is in /u,
  );
  await here.cairn("stop b");
  await here.cairn(["export", "--all", "--to", to]);
  rmSync(join(here.root, ".git/cairn"), { recursive: true });
  const old = readdirSync(to).filter((name) => !name.endsWith(".txt"));
  const first =
    old.find((name) =>
      old.some((other) => other > name && other.slice(0, 12) === name.slice(0, 12)),
    ) ?? "";
  await here.cairn(["restore", join(to, first), "--yes"]);
  const mixed = await here.ends(2, ["restore", to]);
  assert.match(mixed.err, /CONFIRMATION_MISSING: this adds \d+ events? to run [^]*add --yes/u);
  assert.match(mixed.err, /^restored: run /mu);
});

test("where they can't be written, nothing is written over, and what to do is said", async (t) => {
  const here = desk(t);
  await here.ends(0, "run --later ultrawork Goal --session a");
  assert.match(
    (await here.cairn("export --all")).err,
    /USAGE: all runs go into a folder\n.*cairn export --all --to FOLDER/u,
  );
  assert.match((await here.cairn("export a --all --to x")).err, /USAGE: --all takes no run/u);
  const file = join(here.folder, "file");
  writeFileSync(file, "mine");
  await here.ends(1, ["export", "--all", "--to", file]);
  assert.equal(readFileSync(file, "utf8"), "mine");
  const none = desk(t);
  assert.match(
    (await none.cairn(["export", "--all", "--to", join(here.folder, "none")])).out,
    /^0 runs written/u,
  );
});

test("a file of the backup that can't be read keeps none of the others away; links in a circle are told in a sentence", async (t) => {
  const here = desk(t);
  await here.ends(0, "run --later ultrawork Goal --session a");
  const to = join(here.folder, "backup");
  await here.cairn(["export", "--all", "--to", to]);
  symlinkSync("nowhere", join(to, "00000000000-1.jsonl"));
  writeFileSync(join(to, "00000000000-007.jsonl"), "no name of ours");
  rmSync(join(here.root, ".git/cairn"), { recursive: true });
  const back = await here.ends(1, ["restore", to, "--yes"]);
  assert.match(back.err, /FILE_UNREADABLE: .*00000000000-1\.jsonl[^]*^restored: run /mu);
  symlinkSync("loop", join(here.folder, "loop"));
  for (const path of ["loop", "loop/x"])
    assert.match(
      (await here.cairn(["restore", join(here.folder, path)])).err,
      /^FILE_UNREADABLE: .*too many symbolic links/u,
    );
  assert.match(
    (await here.cairn(["export", "a", "--to", join(here.folder, "loop")])).err,
    /^FILE_UNREADABLE: .*too many symbolic links/u,
  );
});
