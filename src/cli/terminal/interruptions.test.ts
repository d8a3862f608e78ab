// Tests of how signals are heard: which press lets go, which stops work, and which ends the process.
import assert from "node:assert/strict";
import { test } from "node:test";
import { interruptions, termMs, twiceMs } from "./interruptions.ts";

type Signal = "SIGINT" | "SIGTERM" | "SIGHUP";

/** A process that only counts how it was ended, and a stopped clock. */
const around = (terminal = true) => {
  const heard = new Map<Signal, () => void>();
  const exits: number[] = [];
  const timers: { readonly at: number; readonly then: () => void }[] = [];
  let now = 0;
  const made = interruptions({
    process: {
      on: (signal, then) => heard.set(signal, then),
      exit: (code) => void exits.push(code),
    },
    now: () => now,
    later: (ms, then) => {
      const timer = { at: now + ms, then };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    atLatest: (ms, then) => void timers.push({ at: now + ms, then }),
    terminal: () => terminal,
  });
  const pass = (ms: number): void => {
    now += ms;
    for (const timer of timers.filter(({ at }) => at <= now)) timer.then();
  };
  return { made, exits, timers, pass, press: (signal: Signal = "SIGINT") => heard.get(signal)?.() };
};

test("the first press lets go, a second within two seconds stops work, a third ends the process", async () => {
  const { made, exits, timers, pass, press } = around();
  const signal = made.interrupted();
  const twice = made.twice();
  assert.equal(signal.aborted, false);
  press();
  assert.deepEqual([signal.aborted, exits], [true, []]);
  const said = twice?.said();
  pass(twiceMs - 1);
  press();
  assert.deepEqual([await said, await twice?.said(), exits, timers.length], [true, true, [], 0]);
  press();
  assert.deepEqual(exits, [130]);
});

test("a second press that comes later than that ends the process, as one does where nobody asked for two", () => {
  const late = around();
  late.made.interrupted();
  late.made.twice();
  late.press();
  late.pass(twiceMs + 1);
  late.press();
  assert.deepEqual(late.exits, [130]);
  const plain = around();
  plain.made.interrupted();
  plain.press();
  plain.press();
  assert.deepEqual(plain.exits, [130]);
});

test("who presses once waits no longer than the time for a second", async () => {
  const { made, pass, press } = around();
  made.interrupted();
  const twice = made.twice();
  press();
  const said = twice?.said();
  pass(twiceMs);
  assert.equal(await said, false);
});

test("what isn't Ctrl-C at a terminal lets go at once, and the next ends the process", async () => {
  assert.equal(around(false).made.twice(), null);
  const { made, exits, press } = around();
  made.interrupted();
  const twice = made.twice();
  press("SIGTERM");
  assert.equal(await twice?.said(), false);
  press();
  assert.deepEqual(exits, [130]);
});

test("a signal that isn't Ctrl-C is told to those who stop", () => {
  for (const [sent, reason] of [
    ["SIGHUP", "SIGHUP"],
    ["SIGTERM", "SIGTERM"],
    ["SIGINT", null],
  ] as const) {
    const { made, press } = around();
    const signal = made.interrupted();
    press(sent);
    assert.equal(typeof signal.reason === "string" ? signal.reason : null, reason);
  }
});

test("SIGTERM and SIGHUP end the process in time, whatever hangs; Ctrl-C waits for its second", () => {
  for (const signal of ["SIGTERM", "SIGHUP"] as const) {
    const { made, exits, pass, press } = around();
    made.interrupted();
    press(signal);
    pass(termMs - 1);
    assert.deepEqual(exits, []);
    pass(1);
    assert.deepEqual(exits, [130]);
  }
  const { made, exits, pass, press } = around();
  made.interrupted();
  press();
  pass(termMs);
  assert.deepEqual(exits, []);
});
