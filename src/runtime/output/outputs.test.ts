// Tests of the seam between an attempt's output in the spool and the stored one.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Workspace } from "../../workspace/workspace.ts";
import { spoolExit, spoolJob } from "../../../test/contract/workspace-spool-job.ts";
import { untouched } from "../../../test/fixtures/engine.ts";
import { shownAttempt } from "../../../test/fixtures/shown.ts";
import { outputsOf } from "./outputs.ts";

test("what a runner takes out of the spool while it is looked at is read where it is stored", async () => {
  // Listed as over, and gone when its stream is opened.
  const entry = { run: "r", fence: 1, folder: "/gone", job: spoolJob("r", 1), host: null };
  const kept = { agent: "a", brief: "do it", root: "/gone", conversation: null, output: "d" };
  const said = { is: "said", text: "the end", piece: "" } as const;
  const workspace: Workspace = {
    ...untouched<Workspace>("workspace"),
    spool: {
      ...untouched<Workspace["spool"]>("spool"),
      of: () => Promise.resolve({ ...entry, exit: spoolExit }),
      list: () => Promise.resolve({ entries: [], broken: [] }),
    },
    transcript: () => Promise.resolve({ ...kept, events: [said] }),
    kept: () => Promise.resolve(new TextEncoder().encode("all of it\n")),
  };
  const outputs = outputsOf({
    engine: {
      workspace,
      config: untouched("config"),
      driver: () => Promise.resolve(undefined),
      ledger: untouched("ledger"),
    },
    load: untouched("load"),
    timeline: () => Promise.resolve([shownAttempt(1)]),
  });
  const end = { over: true, kept: true };
  assert.deepEqual(await outputs.output("r", 1, 0), { text: "all of it\n", next: 10, ...end });
  assert.deepEqual(await outputs.transcript("r", 1, 0), {
    brief: "do it",
    events: [said],
    next: 1,
    resume: null,
    ...end,
  });
});
