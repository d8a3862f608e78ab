// Tests of unmeasured changes in stigmergy: unknown or listed from the last known tree, never "none".
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Desk,
  given,
  hand,
  openDesk,
  type Settings,
} from "../../../test/fixtures/stigmergy-desk.ts";
import { ask, brief } from "./brief.ts";
import { evidence } from "./evidence.ts";
import { reviewerRefused } from "./reviewers.ts";
import { summary } from "./summary.ts";
import { view } from "./view.ts";

const told = (run: Desk, prefix: string): string => {
  const job = run.job(prefix);
  return brief(run.state(), job, run.facts(ask(run.state(), job)));
};
const at = (settings: Settings = {}): Desk => {
  const run = openDesk();
  run.execute(settings);
  run.describe("1.1");
  return run;
};
const spanned = (run: Desk, prefix: string): string => {
  const job = run.job(prefix);
  const asked = ask(run.state(), job);
  const { span } = run.world.facts(asked, run.now());
  return brief(run.state(), job, { ...run.facts(asked), ...(span === undefined ? {} : { span }) });
};
const byHand = (run: Desk, id: string): void => {
  run.ok("StartStory", { story: id, entry: given("dev", `${id} begun`) }, hand);
  run.tick(-60_000);
  run.ok("FinishWork", { story: id, entry: given("dev", `${id} done`) }, hand);
};

test("a story that an edit begins and ends hides nothing that was changed before it, and nobody knows its builder", () => {
  const run = at();
  run.world.edit({ "src/hidden.ts": "before the edit" });
  byHand(run, "1.1");
  run.checks();
  assert.match(told(run, "review"), /known last before[^]*src\/hidden\.ts/u);
  assert.ok(
    view(run.state()).warnings.includes(
      "1 story was begun and ended by a file edit; who built it is not known",
    ),
  );
  run.judge("1.1");
  run.describe("1.2");
  run.world.edit({ "src/more.ts": "again before the edit" });
  byHand(run, "1.2");
  run.checks();
  const second = told(run, "review");
  assert.match(second, /src\/more\.ts/u);
  assert.doesNotMatch(second, /src\/hidden\.ts/u, "the last judged tree is known, too");
});

test("where no tree is known from before, what changed is unknown, and not none", () => {
  const run = at();
  byHand(run, "1.1");
  run.checks();
  const state = run.state();
  const epics = state.epics.map((epic) => ({
    ...epic,
    stories: epic.stories.map((story) => ({ ...story, from: null })),
  }));
  const review = run.job("review");
  const text = brief({ ...state, epics }, review, run.facts({}));
  assert.match(text, /Files changed since its work began: unknown/u);
});

test("where another agent is to judge and the builder's agent isn't known, a person is asked", () => {
  const run = at({ reviewer: "other-agent" });
  byHand(run, "1.1");
  run.checks();
  assert.ok(run.keys().some((key) => key.startsWith("accept-1.1")));
  const sarah = { role: "sarah", holder: { name: "task-9", agent: "codex", conversation: "s9" } };
  assert.match(
    reviewerRefused(run.state(), run.story("1.1"), sarah)?.text ?? "",
    /nobody knows which agent worked on it/u,
  );
});

test("what checks go by and nobody's work changed after the gate is told to who judges, and at the end", () => {
  const run = at();
  run.world.edit({ "package.json": "its test says yes" });
  run.finish("1.1", run.begin("1.1"));
  run.checks();
  assert.match(
    spanned(run, "review"),
    /go by, `package\.json`, too: changed since the blueprint's gate, but before this work began/u,
  );
  run.judge("1.1");
  assert.deepEqual(run.state().strays, ["package.json"]);
  assert.match(view(run.state()).warnings.join("\n"), /by no work that was seen: package\.json/u);
  assert.match(summary(run.state()), /package\.json/u);
});

test("a verdict that is overturned on an unchanged tree is flagged wherever the story is shown", () => {
  const run = at();
  run.finish("1.1", run.begin("1.1"));
  run.checks();
  run.judge("1.1", false);
  run.finish("1.1", run.holder("work-1.1"), {});
  run.checks();
  assert.match(
    told(run, "review"),
    /This same tree was judged already, and a criterion was found unmet/u,
  );
  run.judge("1.1");
  const flag = /judged unmet before, met now, and nothing changed/u;
  assert.match(view(run.state()).warnings.join("\n"), flag);
  assert.match(view(run.state()).nodes[0]?.note ?? "", flag);
  assert.match(evidence(run.state(), run.log, "1.1")[0]?.claim ?? "", flag);
  assert.match(summary(run.state()), flag);
});

test("a story with fewer criteria than the requirements name says which are missing", () => {
  const run = openDesk();
  run.execute();
  run.world.edit({
    "docs/prd.md":
      "# PRD\n\n### Story 1.1: List the plants\n\n#### Acceptance Criteria\n\n1. They are listed\n2. They are safe\n",
  });
  run.describe("1.1", ["They are listed"]);
  assert.match(
    view(run.state()).warnings.join("\n"),
    /story 1\.1 has fewer criteria than the requirements; missing: They are safe/u,
  );
  run.finish("1.1", run.begin("1.1"));
  run.checks();
  assert.match(told(run, "review"), /more criteria for this story[^]*They are safe/u);
});

test("work beside the files of stories and epics is no part of what is left out of a proof", () => {
  const run = at();
  run.finish("1.1", run.begin("1.1"));
  run.checks();
  run.world.edit({ "docs/stories/steps.js": "work" });
  run.ok("SubmitReview", { story: "1.1", pass: true });
  assert.equal(
    run.story("1.1").status,
    "AWAITING_VERIFICATION",
    "the checks passed on another content",
  );
});
