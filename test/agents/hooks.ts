// Stories of hooks with real agent programs: installed, run and heeded.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { programs } from "../../src/hooks/settings.ts";
import type { Script } from "../fixtures/model-server/script.ts";
import type { Program } from "./program.ts";
import { resultsSeenBy, scene } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { greet, plan, reportByText, scriptFor } from "./story.ts";

/** The programs that have hooks, with what lets them run unattended; `edits`: it has a tool of its own for that, which its hooks see. */
const hooked: Readonly<
  Record<string, { readonly words: readonly string[]; readonly edits: boolean }>
> = {
  "claude-code": { words: [], edits: true },
  codex: { words: ["--dangerously-bypass-hook-trust"], edits: false },
  gemini: { words: [], edits: true },
  qwen: { words: [], edits: true },
};

const beforeEdits = "hooks: who explores may change no file";

type Story = (t: TestContext, program: Program, path: string) => Promise<void>;

/** Whole requests: some programs tell a model what hooks say as an order of theirs, not as the user's text. */
const said = ({ server }: Scene): string =>
  server.requests.map(({ body }) => JSON.stringify(body)).join("\n");

const prepared = async (
  t: TestContext,
  program: Program,
  path: string,
  script: Script,
): Promise<Scene> => {
  const here = await scene(t, {
    program,
    path,
    script,
    words: hooked[program.driver]?.words ?? [],
  });
  const settings = await here.cairn("setup", "hooks", "settings", program.driver);
  assert.equal(settings.exit, 0, settings.err);
  const file = join(
    here.root,
    "../home",
    programs.find(({ name }) => name === program.driver)?.file ?? "",
  );
  const mine: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(Object.assign(Object(mine), JSON.parse(settings.out))));
  return here;
};

const stories: Readonly<Record<string, Story>> = {
  "hooks: it is told where it is, and held back once when it stops without a report": async (
    t,
    program,
    path,
  ) => {
    const script: Script = [
      { marker: "is not over", steps: reportByText },
      ...scriptFor([...greet, { text: "All is done." }]),
    ];
    const here = await prepared(t, program, path, script);
    writeFileSync(join(here.root, "plan.json"), JSON.stringify(plan));
    const done = await here.cairn(
      "run",
      "ultrawork",
      "Greet",
      "--auto",
      "--session",
      "s",
      "--plan",
      "plan.json",
    );
    assert.equal(done.exit, 0, done.out + done.err);
    assert.equal(here.landed("hello.txt"), "hello\n");
    const events = await here.events();
    assert.equal(
      events.filter(({ data }) => data["stage"] === "work").length,
      1,
      "it took a second attempt",
    );
    assert.ok(
      said(here).includes("You work for the job task-1-1 of run"),
      "it was not told where it is",
    );
    assert.deepEqual(await here.left(), []);
  },

  [beforeEdits]: async (t, program, path) => {
    const [parts] = [scriptFor([...greet, ...reportByText])];
    const script: Script = parts.map((part) =>
      String(part.marker).includes("Explore")
        ? {
            ...part,
            steps: (brief, results) => [
              { write: { path: "early.txt", text: "too early\n" } },
              { shell: "find . -name early.txt -printf '%f is there\\n'" },
              ...(typeof part.steps === "function" ? part.steps(brief, results) : part.steps),
            ],
          }
        : part,
    );
    const here = await prepared(t, program, path, script);
    const done = await here.cairn("run", "ultrawork", "Greet", "--auto", "--session", "s");
    assert.equal(done.exit, 0, done.out + done.err);
    assert.doesNotMatch(resultsSeenBy(here), /early\.txt is there/);
    assert.ok(said(here).includes("cairn: not now. The job exp-"), "it was not told why");
    assert.deepEqual(await here.left(), []);
  },
};

/** Those that the program can tell. */
export const hookStoriesOf = ({ driver }: Program): Readonly<Record<string, Story>> =>
  Object.fromEntries(
    Object.entries(stories).filter(
      ([story]) => hooked[driver] !== undefined && (hooked[driver].edits || story !== beforeEdits),
    ),
  );
