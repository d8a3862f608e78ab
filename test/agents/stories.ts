// Stories of agent programs under Cairn, judged by ledger, disk and processes.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { at } from "../e2e/desk.ts";
import type { Program } from "./program.ts";
import { fence, resultsSeenBy, scene } from "./scene.ts";
import type { Scene } from "./scene.ts";
import {
  exploring,
  greet,
  look,
  plan,
  planning,
  reportByShell,
  reportByText,
  reportByTool,
  scriptFor,
  secondTry,
} from "./story.ts";
import type { Work } from "./story.ts";

export type Story = (t: TestContext, program: Program, path: string) => Promise<void>;

const seenBy = ({ server }: Scene): string =>
  server.requests
    .map(
      ({ path, marker, results, resumed, misfit }) =>
        `${path} ${marker} ${results}${resumed ? " resumed" : ""} ${misfit ?? ""}`,
    )
    .join("\n");
const typesOf = async (here: Scene): Promise<readonly string[]> =>
  (await here.events()).map(({ type }) => type);
const times = (types: readonly string[], type: string): number =>
  types.filter((one) => one === type).length;
/** Attempts of a unit: its judges not counted. */
const begun = async (here: Scene, unit: string): Promise<number> =>
  (await here.events()).filter(
    ({ type, data }) => type === "JobBegun" && data["stage"] === "work" && data["unit"] === unit,
  ).length;

/** Begins at the work: its plan is there already. */
export const planned = [
  "run",
  "ultrawork",
  "Greet in hello.txt",
  "--auto",
  "--session",
  "s",
  "--plan",
  "plan.json",
];
export const placePlan = ({ root }: Scene): void =>
  writeFileSync(join(root, "plan.json"), JSON.stringify(plan));

export const endedWell = async (here: Scene): Promise<void> => {
  const types = await typesOf(here);
  assert.deepEqual(
    [times(types, "WorkLanded"), times(types, "RunCompleted")],
    [1, 1],
    types.join(" "),
  );
  assert.equal(here.landed("hello.txt"), "hello\n");
  const misfits = here.server.requests.flatMap(({ misfit }) => misfit ?? []);
  assert.deepEqual(misfits, []);
  assert.deepEqual(await here.left(), []);
};

/** Runs with one attempt only; what that attempt failed by. */
const failedBy = async (
  t: TestContext,
  setting: Parameters<typeof scene>[1],
): Promise<{ readonly here: Scene; readonly why: string }> => {
  const here = await scene(t, setting);
  placePlan(here);
  const done = await here.cairn(...planned, "--max-attempts", "1");
  assert.equal(done.exit, 4, done.out + done.err + seenBy(here));
  const failed = (await here.events()).filter(
    ({ data }) => typeof data["kind"] === "string" && typeof data["reason"] === "string",
  );
  assert.deepEqual(await here.left(), []);
  return {
    here,
    why: failed.map(({ data }) => `${String(data["kind"])}: ${String(data["reason"])}`).join("\n"),
  };
};

/** Runs until its model server has turned its agent away; what its trouble was. Its one attempt isn't spent. */
const turnedAwayBy = async (
  t: TestContext,
  setting: Parameters<typeof scene>[1],
): Promise<string> => {
  const here = await scene(t, setting);
  placePlan(here);
  const { child, ended } = here.begin(...planned, "--max-attempts", "1");
  let seen = "";
  for (
    const since = Date.now();
    !seen.includes('"trouble"');
    seen = (await here.cairn("log", "s", "--json")).out
  )
    if (Date.now() - since > 180_000)
      throw new Error(`nobody was turned away: ${seen}${seenBy(here)}`);
  child.kill("SIGINT");
  await ended;
  assert.deepEqual(await here.left(), []);
  const returned = (await here.events()).filter(({ type }) => type === "UnitReturned");
  return returned
    .map(({ data }) => `${JSON.stringify(data["trouble"])}: ${String(data["reason"])}`)
    .join("\n");
};

/** The second attempt goes on in the conversation of the first, where the program can. */
const resumedSecondly = (here: Scene, program: Program): void => {
  const isSecond = (text: string): boolean => text.includes("The attempt before");
  const second = here.server.requests.filter(
    ({ marker, asked }) =>
      marker === String(/^# Work$/mu) &&
      asked?.turns.some(({ is, text }) => is === "user" && isSecond(text)) === true,
  );
  assert.ok(second.length > 0, seenBy(here));
  if (program.resumes !== null)
    assert.equal(
      second.every(({ resumed }) => resumed),
      program.resumes,
      seenBy(here),
    );
};

const wait = "while ! test -e go; do sleep 0.1; done";
const begunThen = (command: string): Work => [
  { shell: `touch begun && ${command}` },
  ...greet,
  ...reportByText,
];
const again: Work = (brief) =>
  brief.includes("The attempt before")
    ? [...greet, ...reportByText]
    : [{ shell: "ls" }, { shell: "touch begun && sleep 300" }];

export const stories: Readonly<Record<string, Story>> = {
  "a newcomer, who has this program and nothing else": async (t, program, path) => {
    const here = await scene(t, {
      program,
      path,
      script: scriptFor([...look, ...greet, ...reportByTool]),
      newcomer: true,
    });
    const init = await here.cairn("init", "--yes");
    assert.equal(init.exit, 0, init.out + init.err);
    const config: unknown = JSON.parse(readFileSync(join(here.root, "cairn.config.json"), "utf8"));
    assert.deepEqual(
      at(config, "agents", program.driver, "driver"),
      program.driver,
      JSON.stringify(config),
    );
    const done = await here.cairn(
      "run",
      "ultrawork",
      "--goal",
      "Greet in hello.txt",
      "--auto",
      "--session",
      "s",
    );
    assert.equal(done.exit, 0, done.out + done.err + seenBy(here) + resultsSeenBy(here));
    await endedWell(here);
  },

  "a whole task, from exploring to the verdict": async (t, program, path) => {
    const here = await scene(t, {
      program,
      path,
      script: scriptFor([...look, ...greet, ...reportByTool]),
    });
    const done = await here.cairn(
      "run",
      "ultrawork",
      "Greet in hello.txt",
      "--auto",
      "--session",
      "s",
    );
    assert.equal(done.exit, 0, done.out + done.err + seenBy(here) + resultsSeenBy(here));
    assert.match(resultsSeenBy(here), /your job: task-1-1/);
    assert.match(resultsSeenBy(here), /handed in/);
    await endedWell(here);
  },

  "a whole task that is reported by text alone": async (t, program, path) => {
    const here = await scene(t, { program, path, script: scriptFor([...greet, ...reportByText]) });
    const done = await here.cairn(
      "run",
      "ultrawork",
      "Greet in hello.txt",
      "--auto",
      "--session",
      "s",
    );
    assert.equal(done.exit, 0, done.out + done.err + seenBy(here) + resultsSeenBy(here));
    await endedWell(here);
  },

  "a task that is reported by the command line": async (t, program, path) => {
    const here = await scene(t, { program, path, script: scriptFor([...greet, ...reportByShell]) });
    placePlan(here);
    const done = await here.cairn(...planned);
    assert.equal(done.exit, 0, done.out + done.err + seenBy(here) + resultsSeenBy(here));
    await endedWell(here);
  },

  "explorer and planner end without a report at first, and go on in their conversations": async (
    t,
    program,
    path,
  ) => {
    const here = await scene(t, {
      program,
      path,
      script: scriptFor([...greet, ...reportByText], true),
    });
    const begin = ["run", "ultrawork", "Greet in hello.txt", "--auto", "--session", "s"];
    const done = await here.cairn(...begin, "--explorers", "all of it");
    assert.equal(done.exit, 0, done.out + done.err + seenBy(here) + resultsSeenBy(here));
    assert.deepEqual([await begun(here, "exp-1"), await begun(here, "plan")], [2, 2]);
    for (const marker of [exploring, planning]) {
      const second = here.server.requests.filter(
        (one) =>
          one.marker === String(marker) &&
          one.asked?.turns.some(({ is, text }) => is === "result" && text.includes(secondTry)),
      );
      assert.ok(second.length > 0, seenBy(here));
      if (program.resumes !== null)
        assert.ok(
          second.every(({ resumed }) => resumed === program.resumes),
          seenBy(here),
        );
    }
    await endedWell(here);
  },

  "a task that says done and isn't is returned, and done then": async (t, program, path) => {
    const script = scriptFor((brief) =>
      brief.includes("The attempt before") ? [...greet, ...reportByText] : reportByText,
    );
    const here = await scene(t, { program, path, script });
    placePlan(here);
    const done = await here.cairn(...planned);
    assert.equal(done.exit, 0, done.out + done.err + seenBy(here) + resultsSeenBy(here));
    assert.equal(await begun(here, "1"), 2);
    await endedWell(here);
  },

  "all is killed in the middle, and gone on with": async (t, program, path) => {
    const here = await scene(t, { program, path, script: scriptFor(again) });
    placePlan(here);
    const { ended } = here.begin(...planned);
    await here.until("begun");
    here.kill("all");
    await ended;
    const done = await here.cairn("run", "s");
    assert.equal(done.exit, 0, done.out + done.err + seenBy(here) + resultsSeenBy(here));
    assert.equal(await begun(here, "1"), 2);
    await endedWell(here);
    resumedSecondly(here, program);
  },

  "the runner alone is killed: the agent goes on, and nothing is done twice": async (
    t,
    program,
    path,
  ) => {
    const here = await scene(t, { program, path, script: scriptFor(begunThen(wait)) });
    placePlan(here);
    const { child, ended } = here.begin(...planned);
    const tree = await here.until("begun");
    child.kill("SIGKILL");
    await ended;
    const { ended: secondly } = here.begin("run", "s");
    writeFileSync(join(tree, "go"), "");
    const done = await secondly;
    assert.equal(done.exit, 0, done.out + done.err + seenBy(here) + resultsSeenBy(here));
    assert.equal(await begun(here, "1"), 1);
    await endedWell(here);
  },

  "the program alone dies between two calls of its tools": async (t, program, path) => {
    const here = await scene(t, { program, path, script: scriptFor(again) });
    placePlan(here);
    const { ended } = here.begin(...planned);
    await here.until("begun");
    here.kill("program");
    const done = await ended;
    assert.equal(done.exit, 0, done.out + done.err + seenBy(here) + resultsSeenBy(here));
    assert.equal(await begun(here, "1"), 2);
    await endedWell(here);
    resumedSecondly(here, program);
  },

  "it floods its own tools, tries another job's token and reports twice": async (
    t,
    program,
    path,
  ) => {
    const flood = { shell: "seq 1 600000; true" };
    const foreign = {
      shell: "CAIRN_TOKEN=99.0000000000000000 cairn job report --data '{}' 2>&1; true",
    };
    const here = await scene(t, {
      program,
      path,
      script: scriptFor([flood, foreign, ...greet, ...reportByShell.slice(0, 1), ...reportByText]),
    });
    placePlan(here);
    const done = await here.cairn(...planned);
    assert.equal(done.exit, 0, done.out + done.err + seenBy(here) + resultsSeenBy(here));
    // Through its door it speaks for itself, whatever its environment says.
    assert.match(
      resultsSeenBy(here),
      fence === "off" ? /^(?:Output: )?TOKEN_STALE/m : /^(?:Output: )?REPORT_MISFIT/m,
    );
    assert.equal(times(await typesOf(here), "WorkClaimed"), 1);
    await endedWell(here);
  },

  "the run is cancelled: the program and its tools are stopped": async (t, program, path) => {
    const here = await scene(t, {
      program,
      path,
      script: scriptFor([{ shell: "touch begun && sleep 300" }]),
    });
    placePlan(here);
    const { ended } = here.begin(...planned);
    await here.until("begun");
    const cancelled = await here.cairn(
      "stop",
      "--cancel",
      "s",
      "--reason",
      "not wanted any more",
      "--yes",
    );
    assert.equal(cancelled.exit, 0, cancelled.out + cancelled.err);
    const done = await ended;
    assert.equal(done.exit, 4, done.out + done.err);
    assert.deepEqual(await here.left(), []);
  },

  "its model is overloaded for ever: the host gives up, and the trouble is told": async (
    t,
    program,
    path,
  ) => {
    const why = await turnedAwayBy(t, {
      program,
      path,
      script: scriptFor([{ shell: "ls" }, { status: 529 }]),
      words: program.tireless ?? [],
    });
    assert.match(why, /"overload"[^]*is overloaded/);
  },

  "its model is overloaded once, and an answer breaks off: it goes on by itself": async (
    t,
    program,
    path,
  ) => {
    const [write, ...rest] = greet;
    const work = [
      { status: 529, times: 1 },
      ...(write === undefined ? [] : [write]),
      { torn: true, times: 1 } as const,
      ...rest,
      ...reportByText,
    ];
    const here = await scene(t, { program, path, script: scriptFor(work) });
    placePlan(here);
    const done = await here.cairn(...planned);
    assert.equal(done.exit, 0, done.out + done.err + seenBy(here) + resultsSeenBy(here));
    assert.equal(await begun(here, "1"), program.brittle === true ? 2 : 1);
    await endedWell(here);
  },

  "its key is refused: told as such": async (t, program, path) => {
    const why = await turnedAwayBy(t, { program, path, script: scriptFor([{ status: 401 }]) });
    assert.match(why, /"auth"[^]*refuses the login or key/);
  },

  "its model never answers: the host gives up": async (t, program, path) => {
    const { why } = await failedBy(t, {
      program,
      path,
      script: scriptFor([{ shell: "ls" }, { stuck: true }]),
      silence: 6,
    });
    assert.match(why, /killed/);
  },

  "what it writes outside of the tree": async (t, program, path) => {
    const outside = 'touch "$HOME/outside" || true; git add hello.txt && git commit -qm Greet';
    const here = await scene(t, {
      program,
      path,
      script: scriptFor([...greet, { shell: outside }, ...reportByText]),
    });
    placePlan(here);
    const done = await here.cairn(...planned);
    assert.equal(done.exit, 0, done.out + done.err + seenBy(here) + resultsSeenBy(here));
    assert.equal(
      existsSync(join(here.root, "../home/outside")),
      !program.confined && fence === "off",
    );
    await endedWell(here);
  },
};
