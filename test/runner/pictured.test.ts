// Tests of the page's timelines and past states against driven runs, of the model of work and of another.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command, Protocol } from "../../src/core/protocol.ts";
import { isRecord } from "../../src/core/record.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import { player } from "../../src/protocols/player/index.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { recorded } from "../../src/runtime/fold.ts";
import { pastPicture } from "../../src/runtime/picture.ts";
import type { Picture } from "../../src/runtime/system.ts";
import { noTimeline, timelineOn } from "../../src/runtime/timeline.ts";
import { skill, templateOf } from "../fixtures/player.ts";
import { ana, go, run } from "./story.ts";
import { makeWorld, reportText } from "./world.ts";

type Told = {
  readonly protocol: Protocol;
  readonly begin: readonly Command[];
  readonly disk?: Readonly<Record<string, string>>;
  readonly words: (about: Readonly<Record<string, unknown>>) => unknown;
};
type Story = { readonly attempts: readonly string[]; readonly pictures: readonly Picture[] };

const storyOf = async ({ protocol, begin, disk = {}, words }: Told): Promise<Story> => {
  const world = makeWorld();
  world.protocols = { [protocol.name]: protocol };
  world.disk = disk;
  world.onStart = (folder) => {
    const about = world.folders.get(folder)?.job.job.about;
    world.hostUp(folder);
    world.finish(folder, { out: reportText(words(isRecord(about) ? about : {})) });
  };
  const parts = world.runner({ agents: 1 });
  for (const [index, command] of begin.entries()) {
    const sent = await parts.door({
      run,
      said: [{ command, by: ana }],
      ...(index === 0 ? { birth: { protocol, root: ".", origin: null } } : {}),
    });
    assert.ok(!isRefusal(sent), JSON.stringify(sent));
  }
  await go(parts);
  const log = (await world.ledger.read({ run })).map(recorded);
  const { attempts } = timelineOn(protocol, noTimeline, log);
  let state: unknown = null;
  const pictures = await Promise.all(
    log.map((event) => {
      state = protocol.evolve(state, event);
      return pastPicture(protocol, state, {
        run,
        protocol: protocol.name,
        folder: "/x",
        startedAt: log[0]?.at ?? null,
        at: event.at,
        version: event.version,
      });
    }),
  );
  for (const { versions, over, fence, role, kind } of attempts) {
    assert.ok(
      versions[0] <= versions[1] && over && role !== null && kind !== null,
      `attempt ${fence}`,
    );
  }
  assert.deepEqual(
    attempts.map(({ fence }) => fence),
    [...new Set(attempts.map(({ fence }) => fence))],
  );
  return {
    attempts: attempts.map(
      ({ kind, role, subject, by }) =>
        `${kind} ${role} ${subject} by ${by?.replace(/-[0-9a-f]{6}/u, "") ?? "cairn"}`,
    ),
    pictures,
  };
};

/** What a slider shows on its way through the story, each once. */
const phases = (pictures: readonly Picture[]): readonly string[] =>
  pictures
    .map(({ phase, life }) => `${phase} ${life}`)
    .filter((one, index, all) => one !== all[index - 1]);
/** Who held what then is in no ledger: nobody is named, and nothing is in doubt. At the end all that was to be done is done. */
const looksBack = (pictures: readonly Picture[]): void => {
  for (const { jobs, version } of pictures)
    assert.ok(
      jobs.every(
        ({ by, fence, since, is }) =>
          by === null && fence === null && since === null && is !== "doubt",
      ),
      `version ${version}`,
    );
  assert.ok(pictures.some(({ jobs }) => jobs.some(({ is }) => is === "running" || is === "ready")));
  const last = pictures.at(-1);
  assert.ok(
    last !== undefined &&
      last.nodes.length > 0 &&
      last.jobs.length === 0 &&
      last.decisions.length === 0,
  );
  assert.ok(
    last.nodes.every(({ status }) => status === "done"),
    last.nodes.map(({ id, status }) => `${id} ${status}`).join(", "),
  );
  assert.equal(last.good, true);
};

test("ultrawork", async () => {
  const plan = {
    tasks: [
      {
        id: "1",
        subject: "One",
        success_criteria: [{ criteria: "it passes", command: "true" }],
      },
    ],
    verify: { success_criteria: [{ criteria: "all passes", command: "true" }] },
  };
  let verified = 0;
  const { attempts, pictures } = await storyOf({
    protocol: ultrawork,
    begin: [
      {
        type: "Start",
        data: { goal: "One", session: "one", run, team: "shop", home: "~/x", explorers: 0 },
      },
      { type: "ProposePlan", data: { plan } },
      { type: "ApprovePlan", data: { rev: 1 } },
    ],
    words: ({ is }) => {
      if (is !== "judge") return { status: "done", summary: "did it", evidence: [] };
      verified += 1;
      const judgements = [
        { task: "1", criterion: 1, judgement: "met" },
        { task: "verify", criterion: 1, judgement: "met" },
      ];
      // The first says nothing that can be read.
      return verified === 1 ? {} : { verdict: "PASS", judgements, notes: "read it" };
    },
  });
  looksBack(pictures);
  assert.deepEqual(attempts, [
    "agent worker 1 by task/bot",
    "check engine 1 by cairn",
    "check engine 1 by cairn",
    "check engine verify by cairn",
    "agent verifier verify by task/bot",
    "agent verifier verify by task/bot",
  ]);
  assert.deepEqual(phases(pictures), [
    "PLANNING live",
    "EXECUTION live",
    "VERIFICATION live",
    "COMPLETE over",
  ]);
});

test("player", async () => {
  const { attempts, pictures } = await storyOf({
    protocol: player,
    disk: { ".workflow/templates/two.json": templateOf("two", [skill("N-001"), skill("N-002")]) },
    begin: [
      { type: "Start", data: { template: "two", context: { goal: "x" }, run, session: "WFR-two" } },
    ],
    words: ({ node, attempt }) => ({
      node,
      attempt,
      status: "completed",
      session_id: `S-${String(node)}`,
    }),
  });
  looksBack(pictures);
  assert.deepEqual(attempts, ["agent skill:do-it N-001 by bot", "agent skill:do-it N-002 by bot"]);
  assert.deepEqual(phases(pictures), ["RUNNING live", "COMPLETED over"]);
});
