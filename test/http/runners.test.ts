// Tests of runners started from the page: two clicks start one, none outlives its server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRunners } from "../../src/http/runners.ts";

/** Says that it is there, and lets go when it is asked to, as `cairn run` does; `deaf`: or doesn't. */
const program = (deaf = false): string =>
  `process.on("SIGINT", () => { ${deaf ? "" : 'console.log("lets go"); process.exit(130);'} }); setInterval(() => {}, 1000); console.log("at work on", process.argv[1]);`;

const room = (script: string) => {
  const started: string[] = [];
  const changed: string[] = [];
  const argv = (run: string): readonly string[] => {
    started.push(run);
    return [process.execPath, "-e", script, run];
  };
  const runners = createRunners(
    { argv, cwd: "/", env: {} },
    () => "2026-01-08T12:00:00.000Z",
    (run) => void changed.push(run),
  );
  const said = async (run: string, word: string): Promise<void> => {
    while (
      !(runners.of(run)?.words ?? runners.lastWords(run)?.words ?? []).join("\n").includes(word)
    )
      await new Promise((resolve) => void setImmediate(resolve));
  };
  return { runners, started, changed, said };
};

test("two clicks start one runner, whose words are shown until it lets go", async () => {
  const { runners, started, changed, said } = room(program());
  assert.deepEqual(await Promise.all([runners.drive("r1"), runners.drive("r1")]), [true, true]);
  assert.deepEqual(started, ["r1"]);
  await said("r1", "at work on r1");
  assert.equal(runners.of("r2"), null);
  assert.equal(await runners.rest("r1"), true);
  await runners.gone("r1");
  assert.equal(runners.of("r1"), null);
  assert.deepEqual(runners.lastWords("r1")?.words, ["at work on r1", "lets go"]);
  assert.deepEqual(changed, ["r1", "r1"]);
  assert.equal(await runners.rest("r1"), false);
  await runners.end();
});

test("what is to be driven again right after its runner was asked to let go is", async () => {
  const { runners, started, said } = room(program());
  await runners.drive("r1");
  await said("r1", "at work");
  assert.equal(await runners.rest("r1"), true);
  assert.equal(await runners.drive("r1"), true);
  await runners.gone("r1");
  assert.deepEqual(started, ["r1", "r1"]);
  await runners.end();
});

test("with the server all of them end, those too that don't listen, and no more are started", async () => {
  const { runners, said } = room(program(true));
  await runners.drive("r1");
  await runners.drive("r2");
  await said("r1", "at work");
  await said("r2", "at work");
  await runners.end();
  assert.equal(runners.of("r1"), null);
  assert.equal(runners.of("r2"), null);
  assert.equal(await runners.drive("r3"), false);
});

test("what can't be started is said, and of what is said at length the end is kept", async () => {
  const runners = createRunners(
    { argv: () => ["/nowhere/cairn"], cwd: "/", env: {} },
    () => "",
    () => {},
  );
  assert.equal(await runners.drive("r1"), false);
  assert.equal(runners.of("r1"), null);
  await runners.end();
  const { runners: loud } = room(
    'for (let n = 1; n <= 5000; n += 1) console.log("\\u001b[31mline", n, "x".repeat(1000));',
  );
  await loud.drive("r1");
  await loud.gone("r1");
  const words = loud.lastWords("r1")?.words ?? [];
  assert.equal(words.length, 20);
  assert.ok(words.every((word) => word.length <= 300 && !word.includes("\u001b")));
  assert.match(words.at(-1) ?? "", /line 5000/u);
  await loud.end();
});
