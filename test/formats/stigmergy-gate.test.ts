// Tests of the gate of an adopted stigmergy project: QA protocol written afterwards counts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { digest } from "../../src/core/hash.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import { brief } from "../../src/protocols/stigmergy/brief.ts";
import { decide } from "../../src/protocols/stigmergy/decider.ts";
import { waitingGates } from "../../src/protocols/stigmergy/gates.ts";
import { jobs } from "../../src/protocols/stigmergy/jobs.ts";
import { passGate } from "../../src/protocols/stigmergy/commands/gates.ts";
import { noticed } from "../../src/protocols/stigmergy/notice.ts";
import { command, factsOf, person, recordOn, sound, takeOver } from "./stigmergy-files.ts";

const docs = {
  "docs/brief.md": "# Brief\n",
  "docs/architecture.md": "# A\n",
  "docs/architecture/qa-protocol.md": "# QA\n- **Command:** `npm test`\n",
};

test("a QA protocol that is written for the gate of an adopted project counts there, and is pinned with it", () => {
  const qa = "docs/architecture/qa-protocol.md";
  const others = Object.fromEntries(Object.entries(docs).filter(([path]) => path !== qa));
  const taken = takeOver(sound(), { docs: others });
  assert.deepEqual(waitingGates(taken.state), ["blueprint"]);
  const bare = takeOver(sound());
  const gate = jobs(bare.state).find(({ key }) => key === "gate-blueprint-1");
  assert.ok(gate !== undefined);
  assert.match(
    brief(bare.state, gate, factsOf({})),
    /No document is recorded\. What `docs\/architecture\/qa-protocol\.md` says/u,
  );
  const early = decide(taken.state, command("PassGate", { gate: "blueprint" }, others), person);
  assert.equal(isRefusal(early) ? early.code : null, "CHECKS_MISSING");
  assert.ok(
    passGate
      .ask?.(taken.state, { gate: "blueprint", without_checks: false })
      ?.files?.includes(qa) === true,
    "it is looked for where it is wanted",
  );
  const passing = command("PassGate", { gate: "blueprint" }, docs);
  const unseen = decide(taken.state, passing, person);
  assert.equal(isRefusal(unseen) ? unseen.code : null, "QUESTION_STALE", "it is looked at first");
  const [noticing] = noticed(taken.state, {
    ...factsOf({}),
    named: { [qa]: { is: "file", digest: digest(docs[qa]) } },
  });
  assert.ok(noticing !== undefined);
  const found = recordOn(taken.log, taken.state, noticing, {
    at: person.at,
    by: { kind: "engine", name: "engine" },
  });
  const after = recordOn(
    found.log,
    found.state,
    command("PassGate", { gate: "blueprint", asked: 2 }, docs),
  );
  assert.deepEqual(
    after.state.checks?.map(({ argv }) => argv),
    [["npm", "test"]],
  );
  assert.ok(Object.hasOwn(after.state.pinned ?? {}, qa));
});
