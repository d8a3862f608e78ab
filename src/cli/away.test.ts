// Tests of the outage line for a ledger server: silent or full, since when, next step.
import assert from "node:assert/strict";
import { test } from "node:test";
import { outageLine } from "./away.ts";

test("an outage in a line: silent or full, fresh or lasting, for whoever waits and for whoever doesn't", () => {
  const now = 600_000;
  const full = { since: now - 1_000, why: "too many clients already", full: true } as const;
  const long = { since: now - 120_000, why: "no answer within 15 s" };
  assert.deepEqual(
    [
      outageLine({ since: now - 3_000, why: "no word for 3 s" }, undefined, now, true),
      outageLine(long, "waits", now, true),
      outageLine(long, "answers", now, true),
      outageLine(full, "waits", now, false),
      outageLine(full, "answers", now, false),
      outageLine(full, undefined, now, false),
      outageLine({ ...full, since: now - 30_000 }, "waits", now, true),
      outageLine(null, "waits", now, true),
    ],
    [
      "the ledger's server doesn't answer (no word for 3 s): it is asked again for some seconds",
      "the ledger's server has not answered for 2 min (no answer within 15 s): it is waited for, and jobs under way go on; Ctrl-C ends the wait",
      "the ledger's server has not answered for 2 min (no answer within 15 s): it is asked again until it answers; Ctrl-C ends that",
      "the ledger's server has no connection left (too many clients already): it was never reached, so it is asked again for some seconds only",
      "the ledger's server has no connection left (too many clients already): it was never reached, so it is asked again for some seconds only",
      "the ledger's server has no connection left (too many clients already): it is asked again for some seconds",
      "the ledger's server has had no connection left for 30 s (too many clients already): it is waited for, and jobs under way go on; Ctrl-C ends the wait",
      "the ledger's server answers again",
    ],
  );
});

test("what a server says stays within the line, and colours nothing", () => {
  const line = outageLine(
    { since: 0, why: "no\nthe ledger's server answers again\u001b[8m" },
    undefined,
    1_000,
    true,
  );
  assert.match(line, /^[^\n\u001b]*$/u);
});
