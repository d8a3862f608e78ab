// What landed is merged, taken back and dropped over HTTP, as on the command line.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isRecord } from "../../src/core/json/record.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import { at } from "../e2e/desk.ts";
import { git, landed } from "../e2e/delivery-desk.ts";
import { api } from "./api.ts";

test("what landed is merged once it is meant, and taken back", async (t) => {
  const own = await landed(t, [{ "one.txt": "1\n" }, { "two.txt": "2\n" }]);
  const { get, post } = await api(t, own);
  const address = `/api/runs/${own.run}`;
  const ahead = (await get(`${address}/delivery`)).json();
  assert.equal(at(ahead, "into"), "master");
  assert.equal(at(ahead, "doubt", "live"), true, "the run isn't over");
  assert.equal(at((await get(address)).json(), "work", "landed"), 2);
  const unsure = await post(`${address}/merge`, {});
  assert.deepEqual(
    [unsure.status, at(unsure.json(), "refusal", "code")],
    [409, "CONFIRMATION_MISSING"],
  );
  assert.ok(!existsSync(join(own.root, "one.txt")));
  const merged = await post(`${address}/merge`, { sure: true });
  assert.equal(merged.status, 200, merged.text);
  assert.deepEqual([at(merged.json(), "is"), at(merged.json(), "branch")], ["done", "master"]);
  assert.ok(existsSync(join(own.root, "one.txt")));
  assert.equal(at((await get(address)).json(), "work", "merged", "whole"), true);
  const again = await post(`${address}/merge`, { sure: true });
  assert.equal(at(again.json(), "is"), "already");
  const back = await post(`${address}/undo`, {});
  assert.equal(back.status, 200, back.text);
  assert.ok(!existsSync(join(own.root, "one.txt")));
  assert.equal((await post(`${address}/undo`, {})).status, 409);
});

test("a run that follows another begins on what landed of that until it is merged", async (t) => {
  const own = await landed(t, [{ "one.txt": "1\n" }]);
  const { get, post } = await api(t, own);
  const head = at((await get(`/api/runs/${own.run}`)).json(), "work", "head");
  const wanted = {
    protocol: "ultrawork",
    data: { goal: "Say two" },
    switches: ["light"],
    drive: false,
  };
  const begun = async (id: string): Promise<unknown> => {
    const started = await post("/api/runs", { ...wanted, follows: own.run, id });
    assert.equal(started.status, 200, started.text);
    return (await get(`/api/runs/${String(at(started.json(), "run"))}`)).json();
  };
  assert.equal(at(await begun("follow-0001"), "work", "base"), head);
  assert.equal((await post(`/api/runs/${own.run}/merge`, { sure: true })).status, 200);
  const fresh = await begun("follow-0002");
  assert.ok(
    isRecord(fresh) && !("work" in fresh),
    "it begins as any other, on what is checked out",
  );
  assert.equal(
    (await post("/api/runs", { ...wanted, follows: "nowhere", id: "follow-0003" })).status,
    404,
  );
});

test("what git is to do first is offered and taken by no other way than its verb, which records who asked", async (t) => {
  const own = await landed(t, [{ "one.txt": "1\n" }]);
  const { get, post } = await api(t, own);
  const address = `/api/runs/${own.run}`;
  const [id] = git(own, "rev-parse", "HEAD").split("\n");
  const data = {
    Deliver: { head: id, from: id, to: id, branch: "production" },
    UndoDelivery: { merge: id },
    DropPlaces: {},
  };
  const isClosed = async (when: string): Promise<void> => {
    const listed = JSON.stringify((await get(`${address}/commands`)).json());
    for (const [type, said] of Object.entries(data)) {
      assert.doesNotMatch(listed, new RegExp(`"${type}"`, "u"), `${type} of a ${when} run`);
      const sent = await post(`${address}/commands/${type}`, {
        data: said,
        id: `click-${when}-${type}`,
      });
      assert.deepEqual(
        [sent.status, at(sent.json(), "refusal", "code")],
        [403, "SENDER_WRONG"],
        `${type} of a ${when} run`,
      );
      assert.match(String(at(sent.json(), "refusal", "fits")), /`cairn (?:merge|undo|drop) /u);
      const raw = await own.cairn(["send", own.run, type, "--data", JSON.stringify(said)]);
      assert.match(
        raw.err,
        /SENDER_WRONG: .* can't be sent by itself/u,
        `${type} of a ${when} run`,
      );
    }
    const { dropped, merged } = Object(at((await get(address)).json(), "work"));
    assert.deepEqual([dropped, merged], [false, null], when);
  };
  await isClosed("live");
  assert.equal(
    (await post(`${address}/commands/Cancel`, { data: { reason: "enough" }, id: "click-0001" }))
      .status,
    200,
  );
  await isClosed("finished");
  assert.equal((await post(`${address}/merge`, { sure: true })).status, 200);
  assert.equal((await post(`${address}/undo`, {})).status, 200);
  assert.equal((await post(`${address}/drop`, { sure: true })).status, 200);
  const log = await own.system.log(own.run);
  assert.ok(!isRefusal(log));
  const by = log
    .filter(({ type }) => /^Deliver|^PlacesDropped/u.test(type))
    .map((event) => [event.type, event.by.kind, event.by.name]);
  assert.deepEqual(by, [
    ["Delivered", "person", "ana"],
    ["DeliveryUndone", "person", "ana"],
    ["PlacesDropped", "person", "ana"],
  ]);
});

test("a merge goes only into the branch that it was shown", async (t) => {
  const own = await landed(t, [{ "one.txt": "1\n" }]);
  const { get, post } = await api(t, own);
  const address = `/api/runs/${own.run}`;
  const shown = at((await get(`${address}/delivery`)).json(), "into");
  assert.equal(shown, "master");
  git(own, "switch", "--quiet", "-c", "experiment");
  const before = git(own, "for-each-ref");
  const refused = await post(`${address}/merge`, { sure: true, into: shown });
  assert.deepEqual([refused.status, at(refused.json(), "refusal", "code")], [409, "BRANCH_OTHER"]);
  assert.match(
    String(at(refused.json(), "refusal", "text")),
    /^experiment is checked out now, not master; nothing was merged$/u,
  );
  assert.equal(git(own, "for-each-ref"), before);
  git(own, "switch", "--quiet", "--detach");
  for (const into of ["experiment", "master"])
    assert.equal(
      at((await post(`${address}/merge`, { sure: true, into })).json(), "refusal", "code"),
      "BRANCH_OTHER",
      into,
    );
  git(own, "switch", "--quiet", "experiment");
  assert.equal(
    at((await post(`${address}/merge`, { sure: true, into: null })).json(), "refusal", "code"),
    "BRANCH_OTHER",
  );
  const merged = await post(`${address}/merge`, { sure: true, into: "experiment" });
  assert.deepEqual([at(merged.json(), "is"), at(merged.json(), "branch")], ["done", "experiment"]);
});

test("a merge is taken back only if it is the last one, as it was shown", async (t) => {
  const own = await landed(t, [{ "one.txt": "1\n" }]);
  const { get, post } = await api(t, own);
  const address = `/api/runs/${own.run}`;
  const shown = async (): Promise<unknown> =>
    at((await get(address)).json(), "work", "merged", "to");
  assert.equal((await post(`${address}/merge`, { sure: true })).status, 200);
  const first = await shown();
  await own.land({ "two.txt": "2\n" });
  assert.equal((await post(`${address}/merge`, { sure: true })).status, 200);
  const second = await shown();
  assert.notEqual(second, first);
  assert.equal((await post(`${address}/undo`, { merge: second })).status, 200);
  const stale = await post(`${address}/undo`, { merge: second });
  assert.deepEqual([stale.status, at(stale.json(), "refusal", "code")], [409, "DELIVERY_NONE"]);
  assert.match(
    String(at(stale.json(), "refusal", "text")),
    /isn't the run's last merge any more: \w+ is; nothing was changed/u,
  );
  assert.equal(git(own, "rev-parse", "HEAD"), first);
  // Two at once: git takes it back once, and so does the record.
  await Promise.all([1, 2, 3].map(() => post(`${address}/undo`, { merge: first })));
  const log = await own.system.log(own.run);
  assert.ok(!isRefusal(log));
  assert.equal(log.filter(({ type }) => type === "DeliveryUndone").length, 2);
});

test("a large file's changes are shown by their beginning, and those of later files with them", async (t) => {
  const line = "0123456789abcdef\n";
  const own = await landed(t, [
    { "a.lock": line.repeat(400_000), "b.js": "x".repeat(3_000_000), "z.txt": "1\n" },
  ]);
  const { get } = await api(t, own);
  const work = at((await get(`/api/runs/${own.run}/work`)).json(), "work");
  const patch = String(at(work, "patch"));
  assert.equal(at(work, "cut"), true);
  assert.ok(patch.length < 300_000, String(patch.length));
  const [, count = ""] = /^\+\+\+ b\/a\.lock\n@@ -0,0 \+1,(\d+) @@\n\+0123/mu.exec(patch) ?? [];
  assert.equal(patch.split("\n+0123456789abcdef").length - 1, Number(count));
  assert.ok(patch.endsWith("+++ b/z.txt\n@@ -0,0 +1 @@\n+1\n"), patch.slice(-200));
  assert.equal(JSON.stringify(at(work, "files")).split('"path"').length - 1, 3);
});
