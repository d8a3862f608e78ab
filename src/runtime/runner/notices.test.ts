// Tests of the warning about a ledger that ends before its last anchor.
import assert from "node:assert/strict";
import { test } from "node:test";
import { plain } from "../../../test/fixtures/plain.ts";
import { testEngine, untouched } from "../../../test/fixtures/engine.ts";
import type { Protocol } from "../../core/protocol.ts";
import type { Anchor, Workspace } from "../../workspace/workspace.ts";
import type { Folded, Folds } from "../fold.ts";
import type { Progress } from "../system.ts";
import { tellBehind } from "./notices.ts";

const protocol: Protocol = { ...plain, ...untouched<Protocol>("protocol"), name: "plain" };

const told = async (
  version: number,
  anchors: readonly Omit<Anchor, "head" | "at">[],
): Promise<readonly Progress[]> => {
  const list = anchors.map((anchor) => ({ head: "h", at: "2026-01-08T12:00:00.000Z", ...anchor }));
  const engine = testEngine(protocol, {
    workspace: { ...untouched<Workspace>("workspace"), anchors: () => Promise.resolve(list) },
  });
  const folds = {
    ...untouched<Folds>("folds"),
    newest: () => Promise.resolve({ ...untouched<Folded>("folded"), version }),
  };
  const heard: Progress[] = [];
  await tellBehind(engine, folds, "r", (progress) => heard.push(progress));
  return heard;
};

test("a ledger that ends before its last anchor is told of; one that goes on behind it, or another ledger's, is not", async () => {
  const [warning] = await told(4, [{ version: 2 }, { version: 6 }]);
  assert.ok(warning?.is === "warning");
  assert.match(
    warning.text,
    /^TAIL_CUT: the ledger of run r ends at event 4, but event 6 was anchored on 2026/u,
  );
  assert.deepEqual(await told(6, [{ version: 6 }]), []);
  assert.deepEqual(await told(4, []), []);
  assert.deepEqual(await told(4, [{ version: 6, ledger: "another" }]), []);
});
