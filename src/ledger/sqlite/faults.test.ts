// Tests of SQLite faults: too many open files has a fault and a hint of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { filesHint } from "../../core/exhausted.ts";
import { Fault } from "../../core/refusal.ts";
import { faultOf } from "./faults.ts";

test("too many open files are a fault of their own, with the limit's own hint", () => {
  for (const code of ["EMFILE", "ENFILE"]) {
    const fault = faultOf(
      Object.assign(new Error(`${code}: too many open files`), { code }),
      "/l/ledger.db",
    );
    assert.ok(fault instanceof Fault);
    assert.deepEqual([fault.code, fault.hint], ["FILES_EXHAUSTED", filesHint]);
  }
  const denied = faultOf(Object.assign(new Error("EACCES"), { code: "EACCES" }), "/l/ledger.db");
  assert.ok(denied instanceof Fault && denied.code === "LEDGER_UNWRITABLE");
});
