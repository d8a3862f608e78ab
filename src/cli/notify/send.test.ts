// A command that can't be started is told, however the system says so.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { NotifyTarget } from "../../runtime/system.ts";
import { send } from "./send.ts";

const notice = { event: "end", state: "done", run: "r", decision: null, title: "Done", text: "", command: "cairn status r" } as const;

for (const [what, program, why] of [
  ["isn't there", "/nowhere/at/all", "it can't be started: ENOENT"],
  ["lies within a file", `${import.meta.filename}/x`, "it can't be started: ENOTDIR"],
  ["has a name that none can have", "a\0b", "it can't be started: ERR_INVALID_ARG_VALUE"],
] as const)
  test(`a program that ${what} is told as one that can't be started`, async () => {
    const target: NotifyTarget = { on: ["end"], command: [program], webhook: null, quietMinutes: 10, link: null };
    const [told] = await send(target, notice, null, { cwd: import.meta.dirname, env: {} });
    assert.equal(told?.why, why);
  });
