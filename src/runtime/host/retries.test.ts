// Tests that a program is ended if its model doesn't answer, and never while it works.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Driver } from "../../agents/agent.ts";
import { realHands } from "./hands.ts";
import { watchRetries } from "./retries.ts";

const agent = {
  name: "bot",
  config: { driver: "bot", argv: [], done: "report", env: {} },
  launch: { argv: [], env: {}, stdin: null, cwd: "." },
} as const;

/** A watch whose driver takes the output's last word, `try`, `login`, `run` or `wait`, as state, with a manual clock, one check per second. */
const watched = () => {
  let [now, due] = [0, (): void => undefined];
  const last = (out: string): string => out.trim().split(" ").at(-1) ?? "";
  const driver: Driver = {
    name: "bot",
    find: () => Promise.resolve(null),
    start: () => agent.launch,
    read: () => ({ message: "", conversation: null, fault: null }),
    stuck: (out, err) =>
      last(out) === "login"
        ? { kind: "auth" }
        : last(out) === "try" || last(err) === "try"
          ? { kind: "overload" }
          : null,
    waits: (out) => last(out) === "wait",
  };
  const later = (_ms: number, then: () => void): (() => void) => {
    due = then;
    return () => (due = () => undefined);
  };
  const patience = { everyMs: 1_000, retriesMs: 10_000, silenceMs: 30_000 };
  const vain = watchRetries(
    {
      hands: { ...realHands, elapsed: () => now, later },
      driver: () => Promise.resolve(driver),
      patience,
    },
    agent,
  );
  const pass = async (seconds: number): Promise<boolean> => {
    for (let n = 0; n < seconds; n++) {
      now += 1_000;
      due();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return vain.signal.aborted;
  };
  const say = (word: string, from: "out" | "err" = "out"): void =>
    vain.heard(from, Buffer.from(` ${word}`));
  return { vain, pass, say };
};

test("a program that does nothing but try again is stopped when patience ends", async () => {
  const { vain, pass, say } = watched();
  say("try");
  assert.equal(await pass(5), false);
  say("try");
  assert.equal(await pass(5), false);
  assert.equal(vain.trouble(), null);
  assert.equal(await pass(1), true);
  assert.deepEqual(vain.trouble(), { kind: "overload" });
});

test("one that tries again with a login that is refused is stopped after a quarter of that", async () => {
  const { vain, pass, say } = watched();
  say("login");
  assert.equal(await pass(3), false);
  assert.equal(await pass(1), true);
  assert.deepEqual(vain.trouble(), { kind: "auth" });
});

test("one that works between its tries is not, however often it tries", async () => {
  const { pass, say } = watched();
  for (let n = 0; n < 5; n++) {
    say("try");
    assert.equal(await pass(9), false);
    say("run");
    assert.equal(await pass(2), false);
  }
});

test("what was said on standard error before the program went on is no trouble", async () => {
  const { pass, say } = watched();
  say("run");
  say("try", "err");
  assert.equal(await pass(9), false);
  say("run");
  assert.equal(await pass(100), false);
  say("try", "err");
  assert.equal(await pass(11), true);
});

test("one that its model leaves without an answer is stopped, and one that runs something of its own is not", async () => {
  const { vain, pass, say } = watched();
  say("run");
  assert.equal(await pass(100), false);
  say("wait");
  assert.equal(await pass(29), false);
  say("wait");
  assert.equal(await pass(29), false);
  assert.equal(await pass(1), true);
  assert.equal(vain.trouble(), null, "nobody told of any");
});

test("once the program has ended nobody looks any more", async () => {
  const { vain, pass, say } = watched();
  say("try");
  vain.end();
  assert.equal(await pass(100), false);
});
