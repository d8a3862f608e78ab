// Tests of taking work from the user's checkout for a unit that gathers several jobs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { testEngine, untouched } from "../../../test/fixtures/engine.ts";
import { base, commit, doer, id, siteOf } from "../../../test/fixtures/landing.ts";
import { toy } from "../../../test/runner/toy.ts";
import type { Command, Protocol } from "../../core/protocol.ts";
import { commands as known, type WorkCommand } from "../../landing/commands.ts";
import { withSite } from "../../landing/site.ts";
import type { Places, Workspace } from "../../workspace/workspace.ts";
import { emptyFold, type Folded } from "../fold.ts";
import type { Door } from "../send.ts";
import { takeByHand } from "./here.ts";

const isWorkCommand = (command: Command): command is WorkCommand =>
  known.some(({ type }) => type === command.type);

const protocol: Protocol = { ...toy, gathers: "project" };
const unit = "project";
/** Work done in a place on the base. */
const inPlace = (agent: string | null): WorkCommand => ({
  type: "TakeWork",
  data: { unit, doer: { ...doer, agent }, work: commit("b"), from: id("a") },
});
/** The content of both. */
const both = id("e");

/** A checkout with fixed content: each look makes another commit, as git does at another second. `conflicts`: with earlier work. */
const checkoutOf = (before: readonly WorkCommand[], conflicts = false) => {
  let commands: readonly WorkCommand[] = [base, ...before];
  let made = 0;
  const next = (tree: string) => ({ commit: String((made += 1)).padStart(40, "0"), tree });
  const places: Places = {
    ...untouched<Places>("places"),
    here: () =>
      Promise.resolve({ ...next(id("c")), branch: "main", uncommitted: 1, beside: [], left: [] }),
    merge: () =>
      Promise.resolve(
        conflicts ? { is: "conflict", files: ["a.txt"] } : { is: "merged", merged: next(both) },
      ),
    changes: () => Promise.resolve([]),
  };
  const workspace: Workspace = {
    ...untouched<Workspace>("workspace"),
    places: () => Promise.resolve(places),
  };
  const engine = testEngine(protocol, { workspace });
  const site = () => siteOf(commands);
  const folded = (): Folded => ({ ...emptyFold(protocol, ".", null), state: withSite({}, site()) });
  const door: Door = (request) => {
    const said = request.said.map(({ command }) => command).filter(isWorkCommand);
    commands = [...commands, ...said];
    return Promise.resolve({ run: request.run, events: [], version: commands.length });
  };
  return {
    site,
    /** Takes the checkout's work; returns the number of commands recorded. */
    async take(key: string): Promise<number> {
      const before = commands.length;
      assert.equal(
        await takeByHand({ engine, door, run: "r" }, folded(), {
          key,
          subject: key,
          role: "worker",
        }),
        null,
      );
      return commands.length - before;
    },
    join(): void {
      const onto = siteOf(commands).candidates[unit]?.work.commit ?? "";
      commands = [...commands, { type: "JoinWork", data: { unit, onto, work: { ...next(both) } } }];
    },
  };
};

test("the same content of the checkout joins what agents did once for each job", async () => {
  const { site, take, join } = checkoutOf([inPlace("bot")]);
  assert.deepEqual([await take("two"), await take("two")], [1, 0], "it waits to be joined");
  join();
  assert.equal(await take("two"), 0, "it is joined");
  assert.deepEqual([await take("three"), await take("three"), await take("two")], [1, 0, 0]);
  join();
  assert.deepEqual(
    site().candidates[unit]?.doers.map(({ job }) => job),
    [doer.job, "two", "three"],
  );
});

test("content that conflicts with what agents did waits once to be mended", async () => {
  const { take } = checkoutOf([inPlace("bot")], true);
  assert.deepEqual([await take("two"), await take("two")], [1, 0]);
});

test("work from the place of a claimed job is joined, and work from the checkout is replaced", async () => {
  const claimed = checkoutOf([inPlace(null)]);
  assert.equal(await claimed.take("two"), 1);
  assert.deepEqual(claimed.site().candidates[unit]?.work, commit("b"));
  assert.equal(claimed.site().candidates[unit]?.waiting.length, 1);
  const byHand = checkoutOf([
    { type: "TakeWork", data: { unit, doer: { ...doer, agent: null }, work: commit("b") } },
  ]);
  assert.equal(await byHand.take("two"), 1);
  assert.equal(byHand.site().candidates[unit]?.work.tree, id("c"));
});
