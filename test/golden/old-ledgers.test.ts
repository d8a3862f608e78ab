// Ledgers of older code fold to the states, files and words that they came to when they were made.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { folder, ledgersOf, lines } from "./old-ledgers/fixtures.ts";
import { foldingOf } from "./old-ledgers/folding.ts";
import { framed } from "./old-ledgers/framed.ts";

/** `states`: digests of states are replaced by today's; `write`: all expectations are. README.md of the fixtures says when that is right. */
const rewrite = process.env["CAIRN_OLD_LEDGERS"];
/** `ultrawork/history 3/7`: prints all readings behind an event. */
const shown = process.env["CAIRN_OLD_LEDGER"]?.split("/");

const put = (path: string, values: readonly unknown[]): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), values.map((value) => `${JSON.stringify(value)}\n`).join(""));
};
/** Of a few ledgers the last readings are kept whole, so that a failing test shows what they say. */
const wholePath = (protocol: string, ledger: string): string =>
  join(folder, "whole", `${protocol}, ${ledger.replace(".jsonl", "")}.json`);
const parsed = (path: string): readonly unknown[] =>
  lines(path).map((line): unknown => JSON.parse(line));
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

for (const protocol of framed) {
  const ledgers = ledgersOf(protocol.name);
  const paths = {
    steps: `expected/${protocol.name}.jsonl`,
    states: `expected/${protocol.name}-states.jsonl`,
  };
  if (rewrite !== undefined) {
    const foldings = ledgers.map((ledger) => ({ ...foldingOf(protocol, ledger), ...ledger }));
    put(
      paths.states,
      foldings.map(({ name, states }) => ({ ledger: name, states: states.join(" ") })),
    );
    if (rewrite === "write") {
      put(
        paths.steps,
        foldings.flatMap(({ name, steps }) => [{ ledger: name }, ...steps]),
      );
      for (const { name, whole } of foldings)
        if (existsSync(wholePath(protocol.name, name)))
          writeFileSync(wholePath(protocol.name, name), `${JSON.stringify(whole, null, 1)}\n`);
    }
  }
  const [states, steps] = [parsed(paths.states), parsed(paths.steps)];
  let from = 0;
  for (const [index, ledger] of ledgers.entries()) {
    const start = from;
    from += ledger.log.length + 1;
    test(`${protocol.name}, ${ledger.name}: ${ledger.log.length} events`, () => {
      const [of, name, version] = shown ?? [];
      const isShown = of === protocol.name && name === ledger.name;
      const folding = foldingOf(protocol, ledger, isShown ? Number(version) : undefined);
      if (isShown) console.log(JSON.stringify(folding.whole, null, 2));
      const whole = wholePath(protocol.name, ledger.name);
      if (existsSync(whole))
        assert.deepEqual(plain(folding.whole), JSON.parse(readFileSync(whole, "utf8")));
      for (const [at, step] of folding.steps.entries())
        assert.deepEqual(step, steps[start + 1 + at]);
      assert.deepEqual({ ledger: ledger.name }, steps[start]);
      assert.deepEqual({ ledger: ledger.name, states: folding.states.join(" ") }, states[index]);
    });
  }
}
