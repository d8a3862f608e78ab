// Contract of drivers on recorded streams of agent programs; starts no process.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Driver } from "../../src/agents/agent.ts";
import type { Where } from "../../src/agents/which.ts";
import type { AgentFault } from "../../src/core/job.ts";
import { readReport } from "../../src/core/reports/report-block.ts";
import type { Usage } from "../../src/core/agents/usage.ts";
import { turnsOf } from "../fixtures/recorded.ts";
import { around, jobOf } from "./agent.ts";

type Recorded = {
  /** Of the driver, and of its recordings: `whole`, `interrupted` in the midst of a tool, `resumed` after that, `unknown` for one to go on with that it has not. */
  readonly name: string;
  readonly driver: (where: Where) => Driver;
  /** What its names of conversations look like. */
  readonly conversation: RegExp;
  /** What its whole turn took. */
  readonly usage: Usage;
  /** By a line of its whole turn that tells a tool's call, the next one its end; not said: it tells both at once. */
  readonly call?: string;
  /** Turns that it gave up, by their recordings. */
  readonly gaveUp: Readonly<Record<string, AgentFault["kind"]>>;
  /** The words behind which it is told a conversation to go on with. */
  readonly resume: string;
};

const exits = [0, 1, null] as const;

/** Holds a driver to the program's recorded words, and to what all of them are started with. */
export const recordedContract = ({
  name,
  driver: opened,
  conversation,
  usage,
  call,
  gaveUp,
  resume,
}: Recorded): void => {
  const driver = opened({ root: "/", path: "" });
  const turn = turnsOf(name);
  const heard = (of: string, exit: number | null): ReturnType<Driver["read"]> =>
    driver.read(turn(of).out, turn(of).err, exit);

  test(`${name}: a recorded turn that ended has a message with its report, a conversation, and what it took`, () => {
    const whole = heard("whole", 0);
    assert.match(whole.message, /^It is done\.\n/);
    assert.deepEqual(readReport(whole.message, [], "task-1-1"), {
      found: "one",
      report: { status: "done" },
    });
    assert.match(whole.conversation ?? "", conversation);
    assert.equal(whole.fault, null);
    assert.deepEqual(whole.usage, usage);
  });

  test(`${name}: what its cache gave is told apart`, () => {
    const { out, err } = turn("whole");
    const warm = out.replace(
      /("(?:cache_read_input_tokens|cached_input_tokens|cached)":|"cache":\{"write":0,"read":)0/gu,
      (_, key: string) => `${key}7`,
    );
    assert.ok((driver.read(warm, err, 0).usage?.cached ?? 0) >= 7);
  });

  test(`${name}: a recorded conversation that was interrupted and gone on with is one, and an interruption is no fault`, () => {
    const went = heard("resumed", 0);
    assert.match(went.conversation ?? "", conversation);
    assert.notEqual(went.message, "");
    assert.equal(went.fault, null);
    for (const exit of exits) {
      const broke = heard("interrupted", exit);
      assert.deepEqual(
        [broke.message, broke.fault, broke.conversation],
        ["", null, went.conversation],
      );
    }
  });

  test(`${name}: a recorded conversation that it doesn't know is none to go on with`, () => {
    const { message, conversation: none, fault } = heard("unknown", 1);
    assert.deepEqual([message, none, fault], ["", null, { kind: "other" }]);
  });

  for (const [of, kind] of Object.entries(gaveUp)) {
    test(`${name}: a recorded turn that was given up by ${of} tells ${kind}, whatever it exits with, and is no message`, () => {
      for (const exit of exits) {
        const { message, fault } = heard(of, exit);
        assert.deepEqual([message, fault], ["", { kind }]);
      }
      const { out, err } = turn(of);
      const { wrong = "" } = heard(of, 1);
      assert.ok(
        (wrong !== "" && !wrong.includes("\n")) || err.trim() !== "",
        "people are told of it in its own words",
      );
      if (out !== "")
        assert.deepEqual(
          [driver.waits?.(out, ""), driver.stuck?.(out, "")],
          [false, null],
          "it is over",
        );
    });
  }

  test(`${name}: waits for its model where nothing of its own is under way, and no more once its turn is over`, () => {
    const { out } = turn("whole");
    assert.equal(driver.waits?.(out, ""), false, "it is over");
    if (call === undefined) return;
    const lines = out.split("\n");
    const begun = lines.findIndex((line) => line.includes(call));
    const waits = (count: number): boolean | undefined =>
      driver.waits?.(lines.slice(0, count).join("\n"), "");
    assert.deepEqual([waits(begun), waits(begun + 1), waits(begun + 2)], [true, false, true]);
  });

  test(`${name}: is started with its brief on standard input, the model by tier, the user's own words behind its driver's`, () => {
    const config = {
      driver: name,
      argv: [`/opt/${name}`, "--own", "word"],
      done: "report",
      env: { OWN: "value" },
    } as const;
    const model = { standard: "m1", heavy: "m2" };
    const start = (
      more: Parameters<typeof jobOf>[0],
      given: Parameters<Driver["start"]>[2],
      on: string | null = null,
    ) => driver.start(jobOf(more), "the brief", given, { ...around, resume: on });
    const behind = ({ argv }: ReturnType<typeof start>, word: string): string | undefined =>
      argv.includes(word) ? argv[argv.indexOf(word) + 1] : undefined;
    const fresh = start({ tier: "heavy" }, { ...config, model });
    assert.equal(fresh.argv[0], `/opt/${name}`);
    assert.deepEqual([fresh.stdin, fresh.cwd, fresh.env["OWN"]], ["the brief", ".", "value"]);
    assert.ok(!fresh.argv.includes("the brief"), "everybody may read argv");
    assert.deepEqual(
      [behind(fresh, "--model"), behind(fresh, "--own"), behind(fresh, resume)],
      ["m2", "word", undefined],
    );
    assert.ok(fresh.argv.indexOf("--own") > fresh.argv.indexOf("--model"));
    const again = start({ tier: "light" }, { ...config, model }, "01a1");
    assert.deepEqual([behind(again, "--model"), behind(again, resume)], ["m1", "01a1"]);
    assert.equal(behind(start({}, config), "--model"), undefined);
  });
};
