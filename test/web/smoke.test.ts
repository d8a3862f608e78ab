// Smoke test of the page in the usual suite: one run, one decision, one event.
import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { serve } from "../../src/http/serve.ts";
import { open } from "../../src/open.ts";
import { desk } from "../e2e/desk.ts";
import { chromiumAt, launch, violations, visit } from "./browser.ts";
import { builtPage } from "./page.ts";
import { answer } from "./stand.ts";

const chromium = chromiumAt();

const plan = JSON.stringify({
  tasks: [
    {
      id: "1",
      subject: "One file",
      files: ["one.txt"],
      success_criteria: [{ criteria: "one.txt is there", path: "one.txt" }],
    },
  ],
  verify: {
    success_criteria: [
      { criteria: "It is still there", type: "test_result", command: "test -e one.txt" },
    ],
  },
});

test(
  "a plan is approved on the page",
  { skip: chromium === null ? "no Chromium is found" : false, timeout: 60_000 },
  async (t) => {
    assert.ok(chromium !== null);
    const own = desk(t, { "plan.json": plan });
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-smoke-")));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const launching = launch(chromium);
    const started = await own.cairn([
      "run",
      "--later",
      "ultrawork",
      "One file",
      "--session",
      "s",
      "--plan",
      "plan.json",
    ]);
    assert.equal(started.exit, 0, started.err);
    const env = {
      HOME: own.folder,
      CAIRN_ULTRAWORK_HOME: join(own.folder, "sessions"),
      PATH: process.env["PATH"],
    };
    // Whoever runs the tests may be a job itself.
    const system = await open({ cwd: own.root, env, kin: () => [] });
    const served = await serve({
      system,
      by: { kind: "person", name: "ana" },
      version: "0.0.0",
      host: "127.0.0.1",
      port: 0,
      mcp: () => Promise.reject(new Error("no agent asks here")),
      note: () => undefined,
      page: builtPage(folder),
    });
    const browser = await launching;
    t.after(async () => {
      await browser.close();
      await served.close();
      await system.close();
    });
    const { page, troubles } = await visit(browser, served);
    await page
      .getByRole("link", { name: /One file/u })
      .first()
      .click();
    await answer(page, "Approve the plan");
    await page.locator(".decision").waitFor({ state: "detached" });
    assert.match((await own.cairn(["log", "s"])).out, /PlanApproved/u);
    assert.deepEqual([...(await violations(page)), ...troubles], []);
  },
);
