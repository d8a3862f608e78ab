// Stretches in which nothing moves, by a clock of the test's own over a real run: told once, by one of the processes that drive it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { createNotifier } from "../../src/cli/notify/notifier.ts";
import { open } from "../../src/open.ts";
import { Fault } from "../../src/core/refusal.ts";
import type { RunResult } from "../../src/runtime/system.ts";
import { atEnd } from "../fixtures/at-end.ts";
import { at } from "./desk.ts";
import { personal, type Receiver, receiver } from "./notify-receiver.ts";
import { auto, shop } from "./one-file.ts";

/** A run that waits for somebody outside, and processes that drive it until the test says how that ended. */
const stage = async (t: TestContext, notify: (hook: Receiver) => unknown) => {
  const here = shop(t);
  const hook = await receiver(t);
  personal(here.folder, { notify: notify(hook) });
  const run = String(at((await here.cairn([...auto, "--hand", "--json"])).json(), "run"));
  const env = {
    HOME: here.folder,
    CAIRN_ULTRAWORK_HOME: join(here.folder, "sessions"),
    PATH: process.env["PATH"],
  };
  const begin = async () => {
    const system = await open({ cwd: here.root, env });
    atEnd(t, () => system.close());
    let now = 0;
    let act = (): Promise<void> => Promise.resolve();
    const warnings: string[] = [];
    const told = Promise.withResolvers<void>();
    const notifier = createNotifier({
      system,
      targets: await system.notify(),
      run,
      at: { cwd: here.root, env },
      note: (line) => {
        warnings.push(line);
        told.resolve();
      },
      elapsed: () => now,
      every: (_ms, look) => {
        act = look;
        return () => void (act = () => Promise.resolve());
      },
    });
    const driven = Promise.withResolvers<RunResult>();
    const began = Promise.withResolvers<void>();
    const over = notifier.during(
      (progress) => {
        if (progress.is !== "warning") return;
        warnings.push(progress.text);
        told.resolve();
      },
      () => {
        began.resolve();
        return driven.promise;
      },
    );
    await began.promise;
    return {
      warnings,
      warned: told.promise,
      passes: async (minutes: number): Promise<void> => {
        for (let past = 0; past < minutes; past += 1) {
          now += 60_000;
          await act();
        }
      },
      rests: async (result: Partial<RunResult>): Promise<void> => {
        driven.resolve({ run, status: "outside", good: null, summary: "", waiting: [], ...result });
        await over;
      },
      fails: async (fault: Fault): Promise<void> => {
        driven.reject(fault);
        await assert.rejects(over, fault);
      },
    };
  };
  return { here, hook, run, begin };
};

const titles = ({ received }: Receiver): readonly unknown[] =>
  received.map(({ body }) => at(JSON.parse(body), "title"));

test("a stretch is told once, by one of two processes, and the next one after something moved", async (t) => {
  const { here, hook, begin } = await stage(t, ({ origin }) => ({
    webhook: `${origin}/json`,
    on: ["quiet"],
    quiet_min: 5,
  }));
  const [one, other] = [await begin(), await begin()];
  await one.passes(5);
  assert.deepEqual(hook.received, []);
  await one.passes(2);
  await other.passes(9);
  await hook.came(1);
  await here.ends(0, 'note "Look at the other file"');
  await other.passes(7);
  await one.passes(9);
  await hook.came(2);
  // How it came to rest is no news: it waits for whoever claimed its job.
  await one.rests({});
  await other.rests({});
  assert.deepEqual(titles(hook), Array(2).fill("Nothing has moved for 5 min: One file"));
});

test("a runner that lets go and asks nobody anything is told, a fault too", async (t) => {
  const { hook, run, begin } = await stage(t, ({ origin }) => ({
    webhook: `${origin}/json`,
    on: ["quiet"],
  }));
  const first = await begin();
  await first.rests({ status: "waiting", summary: "nothing that is due may start" });
  await hook.came(1);
  assert.deepEqual(
    ["title", "text", "command"].map((key) => at(JSON.parse(hook.received[0]?.body ?? ""), key)),
    ["Can't go on: One file", "nothing that is due may start", `cairn run ${run}`],
  );
  // Nothing happened since: the same isn't told again.
  await (await begin()).fails(new Fault("DISK_FULL", "the disk is full", "make room"));
  assert.equal(hook.received.length, 1);
});
