// What is printed to be typed, pasted into a shell as it stands: each command is run there, and none is refused as wrong usage.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { cli, templateOf } from "../fixtures/player.ts";
import { at, type Desk, desk } from "./desk.ts";
import { shop } from "./one-file.ts";

/** What people put in the place of such a word. */
const places: Readonly<Record<string, string>> = {
  WHY: '"it is (really) so"',
  NOTE: '"it is so"',
  TEXT: '"a text"',
  N: "2",
  JSON: "'{}'",
};

/** Commands as they stand in a text: on a line of their own, behind a word and a colon, or in backticks. */
const commandsIn = (text: string): readonly string[] => {
  const plain = text.replaceAll(/\u001b\[[0-9;]*m/gu, "");
  const quoted = [...plain.matchAll(/`(cairn [^`]+)`/gu)].map(([, command = ""]) => command);
  const bare = plain
    .split("\n")
    .filter((line) => !line.includes("`"))
    .flatMap((line) =>
      [...line.matchAll(/(?:^|: ) *(cairn .+?)(?= {2,}\S+.*: cairn | {6}|, (?:then|or)|$)/gu)].map(
        ([, command = ""]) => command,
      ),
    );
  return [...quoted, ...bare].map((command) =>
    command.replaceAll(/(?<=\s)[A-Z]+(?=\s|$)/gu, (word) => places[word] ?? word).trim(),
  );
};

/** Such as stay until somebody ends them. */
const stays = /--follow|^cairn (?:serve|mcp)\b/u;
const wrong =
  /USAGE|REASON_MISSING|FIELD_MISSING|CONFIRMATION_MISSING|RUN_OVER|_UNKNOWN|_AMBIGUOUS|DATA_UNPARSABLE|syntax error|unexpected|parse error|no matches found|not found/u;

const shells = ["bash", "zsh"].filter((shell) => spawnSync(shell, ["-c", ":"]).status === 0);

const option = (commands: readonly string[], decision: string): string =>
  /^ \w\S*/u.exec(
    commands
      .find((one) => one.startsWith(`${decision} `) && !/ OPTION$| {2}#/u.test(one))
      ?.slice(decision.length) ?? "",
  )?.[0] ?? " approve";

/** Each in a desk as it was when that was printed: what one answers is there for the next. */
const pasted = (here: Desk, texts: readonly string[]): void => {
  const bin = join(here.folder, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(
    join(bin, "cairn"),
    `#!/bin/sh\nexec '${process.execPath}' '${builtLauncher()}' "$@"\n`,
  );
  chmodSync(join(bin, "cairn"), 0o755);
  const env = {
    HOME: here.folder,
    CAIRN_ULTRAWORK_HOME: join(here.folder, "sessions"),
    PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    CI: "true",
  };
  const found = [...new Set(texts.flatMap(commandsIn))].filter((command) => !stays.test(command));
  // Any option of the decision will do, and one that needs no note is named first.
  const commands = found.map((command) =>
    command.replace(" OPTION", (_, at: number) => option(found, command.slice(0, at))),
  );
  assert.ok(commands.length > 2, texts.join("\n"));
  const before = `${here.folder}-before`;
  cpSync(here.folder, before, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
  });
  try {
    for (const [index, command] of commands.entries()) {
      const shell = shells[index % shells.length] ?? "bash";
      const { status, stdout, stderr } = spawnSync(shell, ["-c", command], {
        cwd: here.root,
        env,
        encoding: "utf8",
        timeout: 60_000,
        input: "",
      });
      assert.doesNotMatch(stderr, wrong, `${shell}: ${command}\n${stdout}${stderr}`);
      assert.ok(
        status !== null && ![1, 70, 126, 127].includes(status),
        `${shell}: ${command}: exit ${status}\n${stdout}${stderr}`,
      );
      rmSync(here.folder, { recursive: true, force: true });
      cpSync(before, here.folder, {
        recursive: true,
        verbatimSymlinks: true,
        preserveTimestamps: true,
      });
    }
  } finally {
    rmSync(before, { recursive: true, force: true });
  }
};

const said = async (
  here: Desk,
  ...calls: readonly (readonly string[])[]
): Promise<readonly string[]> => {
  const texts: string[] = [];
  for (const argv of calls) {
    const { out, err } = await here.cairn(argv);
    texts.push(out, err);
  }
  return texts;
};

const noAgents = JSON.stringify({
  roles: { "*": "hand" },
  iterative: { test_pass: "off", interviewer: "hand", planner: "hand" },
});

test("ultrawork: a plan that waits, failed tasks that wait, and refusals", async (t) => {
  const here = shop(t, () => [{ exit: 3 }]);
  const begun = [
    "run",
    "ultrawork",
    "One file",
    "--plan",
    "plan.json",
    "--max-attempts",
    "1",
    "--session",
    "s",
  ];
  const waits = await said(
    here,
    begun,
    ["status"],
    ["decide"],
    ["decide", "approve-1"],
    ["status", "--next"],
    ["status", "nope"],
    ["decide", "nope"],
  );
  pasted(here, waits);
  const failed = await said(
    here,
    ["decide", "approve"],
    ["run", "s"],
    ["status", "s"],
    ["stop", "s"],
    ["run", "s"],
  );
  pasted(here, failed);
});

test("iterative: a plan and a unit that wait", async (t) => {
  const here = desk(t, { "a.txt": "a\n", "cairn.config.json": noAgents });
  const units = [
    { id: "T1", title: "Write T1", criteria: ["it migrates"], files: ["a.txt"], max: 2 },
  ];
  const texts = await said(
    here,
    ["run", "--later", "iterative", "Add login", "--slug", "x", "--done-when", "it says two"],
    ["send", "x", "ProposePlan", "--data", JSON.stringify({ units })],
    ["run", "x"],
    ["decide"],
    ["status", "x"],
  );
  pasted(here, texts.slice(4));
  const stuck = await said(
    here,
    ["decide", "approve"],
    ["send", "x", "BlockUnit", "--unit", "T1", "--reason", "no key"],
    ["run", "x"],
    ["status"],
  );
  pasted(here, stuck);
});

test("stigmergy: a run whose first job waits for somebody", async (t) => {
  const here = desk(t, { "a.txt": "a\n", "cairn.config.json": noAgents });
  pasted(
    here,
    await said(
      here,
      ["run", "stigmergy", "A shop (small) for 'tea'", "--hand"],
      ["status"],
      ["status", "--next"],
    ),
  );
});

const begun: Readonly<Record<string, { words: readonly string[]; unit: string; sure: string }>> = {
  ultrawork: { words: [], unit: "verify", sure: `--reason ${places["WHY"]}` },
  ralph: {
    words: ["--story", "One: it is there"],
    unit: "US-001",
    sure: `--reason ${places["WHY"]}`,
  },
  player: { words: [], unit: "N-001", sure: "--retry" },
};
for (const [protocol, { words, unit, sure }] of Object.entries(begun))
  test(`${protocol}: a run that was cancelled is taken up again as each text says`, async (t) => {
    const here = desk(t, {
      "a.txt": "a\n",
      "cairn.config.json": noAgents,
    });
    mkdirSync(join(here.root, ".workflow/templates"), { recursive: true });
    writeFileSync(
      join(here.root, ".workflow/templates/one.json"),
      templateOf("one", [cli("N-001")]),
    );
    const goal = protocol === "player" ? ["one", "--goal", "One file"] : ["One file"];
    const made = await here.cairn(["run", "--later", protocol, ...goal, ...words, "--json"]);
    const run = String(at(made.json(), "run"));
    const texts = await said(
      here,
      ["stop", "--cancel", "--reason", "enough", "--yes"],
      ["job", "check", run, unit],
    );
    const line = `cairn resume ${run} ${sure}`;
    assert.deepEqual(commandsIn(texts.join("\n")), [line, line], texts.join(""));
    pasted(here, [...texts, "cairn status", "cairn log"]);
  });
