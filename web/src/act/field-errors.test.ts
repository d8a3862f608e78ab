// Tests of the place of an error in a form, and of requests with an unknown result.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../api/client.ts";
import { isStale, isUnsure, errorsOf } from "./field-errors.ts";
import { idFor } from "./use-request.ts";

const refused = (refusal: ConstructorParameters<typeof Refused>[1]) =>
  new Refused(409, refusal, "no");

test("each finding stands at its field, or at the nearest one around it", () => {
  const error = refused({
    refusal: {
      code: "FIELD_INVALID",
      text: "first",
      more: [
        { code: "FIELD_INVALID", text: "one", pointer: "/a" },
        { code: "FIELD_INVALID", text: "two", pointer: "/list/3/name", fits: "a name" },
        { code: "FIELD_INVALID", text: "three", pointer: "/gone" },
        { code: "FIELD_INVALID", text: "four", pointer: "" },
      ],
    },
  });
  assert.deepEqual(
    errorsOf(error, ["/a", "/list"]).map(({ at, text, fits }) => [at, text, fits]),
    [
      ["/a", "one", null],
      ["/list", "two", "a name"],
      [null, "three", null],
      [null, "four", null],
    ],
  );
});

test("a missing reason stands beside the note, a missing field beside the field", () => {
  const reason = refused({ refusal: { code: "REASON_MISSING", text: "why?" } });
  assert.equal(errorsOf(reason, [], "note")[0]?.at, "note");
  const asks = [{ name: "mode", means: "how", field: ["options", "mode"] }];
  assert.equal(
    errorsOf(refused({ refusal: { code: "MODE_AMBIGUOUS", text: "which?", asks } }), [
      "/options/mode",
    ])[0]?.at,
    "/options/mode",
  );
});

test("a fault is told with what to do, and what says nothing by its words", () => {
  const fault = new Refused(
    503,
    { fault: { code: "DISK_FULL", text: "full", hint: "make room" } },
    "full",
  );
  assert.deepEqual(errorsOf(fault, []), [
    { at: null, code: "DISK_FULL", text: "full", fits: "make room" },
  ]);
  assert.deepEqual(errorsOf(new Error("lost"), []), [
    { at: null, code: null, text: "lost", fits: null },
  ]);
});

test("only an answer that never came, or trouble, leaves open whether it happened", () => {
  assert.deepEqual(
    [0, 503, 409, 404].map((status) => isUnsure(new Refused(status, null, ""))),
    [true, true, false, false],
  );
  assert.equal(isStale(refused({ refusal: { code: "QUESTION_STALE", text: "" } })), true);
  assert.equal(isStale(refused({ refusal: { code: "RUN_PAUSED", text: "" } })), false);
});

test("the same is asked again under its id, and anything else, or what was answered, under another", () => {
  const fresh = () => "new";
  assert.equal(idFor({ id: "old", words: "a", unsure: true }, "a", fresh), "old");
  assert.equal(idFor({ id: "old", words: "a", unsure: true }, "b", fresh), "new");
  assert.equal(idFor({ id: "old", words: "a", unsure: false }, "a", fresh), "new");
  assert.equal(idFor(null, "a", fresh), "new");
});
