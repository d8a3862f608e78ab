// Whoever tells of his work by the run's files alone worked in the user's checkout: what lies there lands on proof.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { asTyped, at, desk, hostsWithin } from "./desk.ts";
import { git } from "./places-shop.ts";

hostsWithin();

const history = (agent: string, signal: string, summary: string) => ({
  timestamp: new Date().toISOString(),
  agent_id: agent,
  signal,
  summary,
  files_modified: [],
});
const planned = {
  "docs/prd.md": "# Requirements\n",
  "docs/architecture.md": "One page.\n",
  "docs/architecture/coding-standards.md": "Short.\n",
  "docs/architecture/qa-protocol.md": "# QA\n\n## Tests\n\n- **Command:** `test -e src/1.1.txt`\n",
};

test("stigmergy: every role works in the checkout and tells of it in state.json; reviews are claimed, and the project ends proved", async (t) => {
  const here = desk(t, { "README.md": "a shop\n" });
  git(here, "add", "--all");
  git(here, "commit", "--quiet", "--allow-empty", "-m", "a shop");
  const { cairn, ends } = here;
  const put = (files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(here.root, path)), { recursive: true });
      writeFileSync(join(here.root, path), text);
    }
  };
  const state = join(here.root, ".ai/state.json");
  const read = () => JSON.parse(readFileSync(state, "utf8"));
  const turn = async (
    agent: string,
    signal: string,
    by: (file: ReturnType<typeof read>) => void,
  ): Promise<void> => {
    const file = read();
    by(file);
    file.system_signal = signal;
    file.history.push(history(agent, signal, `${agent} did ${signal}`));
    writeFileSync(state, JSON.stringify(file));
    const looked = await cairn("run --hand");
    assert.doesNotMatch(looked.out + looked.err, /EDIT_REFUSED|refused/u, `${agent} ${signal}`);
  };
  await ends(0, 'run --later stigmergy "Sell plants" --name Shop');
  await cairn("run --hand");
  put({ "docs/brief.md": "Sell plants.\n" });
  await turn("mary", "BRIEF_COMPLETE", (file) => void (file.project_status = "NEEDS_PLANNING"));
  put(planned);
  await turn("john", "MANIFEST_COMPLETE", (file) => {
    const story = { story_id: "1.1", title: "List", status: "PENDING" };
    file.project_manifest.epics = [
      { epic_id: 1, title: "Shop", status: "PENDING", stories: [story] },
    ];
  });
  await turn(
    "winston",
    "BLUEPRINT_COMPLETE",
    (file) => void (file.project_status = "READY_FOR_EXECUTION"),
  );
  await ends(0, "decide blueprint approve");
  const story = (file: ReturnType<typeof read>) => file.project_manifest.epics[0].stories[0];
  put({
    "docs/stories/1.1.story.md": "# Story 1.1: List\n\n## Acceptance Criteria\n\n- it is there\n",
  });
  await turn("bob", "STORY_CREATED", () => undefined);
  await turn("james", "STORY_STARTED", (file) => void (story(file).status = "IN_PROGRESS"));
  put({ "src/1.1.txt": "made\n" });
  await turn(
    "james",
    "STORY_IMPLEMENTATION_SUCCESS",
    (file) => void (story(file).status = "AWAITING_VERIFICATION"),
  );
  const claimed = (await cairn("job claim 1.1 --as sarah --json")).json();
  assert.equal(readFileSync(join(String(at(claimed, "place")), "src/1.1.txt"), "utf8"), "made\n");
  const verdicts = [{ n: 1, met: true, how: "read it" }];
  await ends(
    0,
    asTyped`job report --token ${String(at(claimed, "token"))} --data ${JSON.stringify({ outcome: "done", summary: "good", verdicts })}`,
  );
  await ends(0, "run --hand");
  assert.equal(read().project_status, "PROJECT_COMPLETE");
  assert.match((await cairn("merge")).out, /src\/1\.1\.txt|merged/u);
});
