// Tests of `cairn serve` when the ledger file is replaced by a restored one.
import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { at, type Desk, desk } from "../e2e/desk.ts";

const started = async (own: Desk, goal: string): Promise<string> =>
  String(at((await own.cairn(["run", "--later", "ultrawork", goal, "--json"])).json(), "run"));
const ledgerOf = ({ root }: Desk): string => join(root, ".git/cairn/ledger.db");
const moveAway = (own: Desk, to: string): void => {
  for (const end of ["", "-wal", "-shm"])
    if (existsSync(ledgerOf(own) + end)) renameSync(ledgerOf(own) + end, to + end);
};

const serving = async (own: Desk, t: TestContext) => {
  mkdirSync(join(own.folder, "page"));
  writeFileSync(join(own.folder, "page/index.html"), "<!doctype html>");
  const stop = new AbortController();
  const heard = Promise.withResolvers<string>();
  const words = ["serve", "--port", "0", "--json", "--page", join(own.folder, "page")];
  const printed = own.cairn(words, { signal: stop.signal, heard: heard.resolve });
  t.after(() => stop.abort());
  const url = new URL(String(at(JSON.parse(await heard.promise), "url")));
  const headers = { authorization: `Bearer ${url.searchParams.get("token") ?? ""}` };
  /** What it answers as soon as that is this; it is busy while it begins anew. */
  const until = async (is: (said: unknown) => boolean): Promise<void> => {
    for (;;) {
      // It may begin anew while it answers, too.
      const said: unknown = await fetch(new URL("/api/runs", url), { headers })
        .then((answer) => answer.json())
        .catch(() => null);
      if (said !== null && is(said)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    until,
    end: () => {
      stop.abort();
      return printed;
    },
  };
};

test(
  "a ledger that is put in the place of the one that is shown is shown, under the same address",
  { timeout: 60_000 },
  async (t) => {
    const [own, other] = [desk(t), desk(t)];
    const [run, second] = [await started(own, "one"), await started(other, "two")];
    const { until, end } = await serving(own, t);
    await until((said) => at(said, 0, "run") === run);
    const aside = join(own.folder, "aside.db");
    moveAway(own, aside);
    await until(
      (said) =>
        typeof said === "object" &&
        said !== null &&
        "fault" in said &&
        at(said, "fault", "code") === "LEDGER_MOVED",
    );
    copyFileSync(ledgerOf(other), ledgerOf(own));
    await until((said) => Array.isArray(said) && at(said, 0, "run") === second);
    // And back again.
    moveAway(own, join(own.folder, "second.db"));
    for (const part of ["", "-wal", "-shm"])
      if (existsSync(aside + part)) renameSync(aside + part, ledgerOf(own) + part);
    await until((said) => Array.isArray(said) && at(said, 0, "run") === run);
    const { exit, err } = await end();
    assert.equal(exit, 0, err);
    assert.equal(err.split("another ledger lies in the place").length - 1, 2, err);
  },
);
