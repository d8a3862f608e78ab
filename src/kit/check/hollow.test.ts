// Tests of hollow proofs: checks that also pass on an empty tree, and honest ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isHollowProof } from "./hollow.ts";

const proof = (
  exit: number | null,
  text: string,
  onEmpty?: { readonly exit: number | null; readonly text: string },
) => ({
  exit,
  text,
  ...(onEmpty === undefined ? {} : { onEmpty }),
});

test("a check that ends the same way on an empty tree shows nothing", () => {
  assert.ok(isHollowProof(proof(0, "git version 2.39", { exit: 0, text: "git version 2.39" })));
  assert.ok(isHollowProof(proof(1, "", { exit: 1, text: "" })), "whatever exit code was wanted");
  assert.ok(
    isHollowProof(proof(0, "src\ntest", { exit: 0, text: "" })),
    "what it lists is not judged",
  );
});

test("one that fails there, was not tried, or has an unknown end, is not called hollow", () => {
  assert.ok(!isHollowProof(proof(0, "ok", { exit: 1, text: "" })));
  assert.ok(!isHollowProof(proof(0, "ok", { exit: null, text: "" })));
  assert.ok(!isHollowProof(proof(0, "ok")), "an event of before");
});

test("text that the output must hold has to be there on the empty tree, too", () => {
  assert.ok(!isHollowProof(proof(0, "src\ntest", { exit: 0, text: "" }), "src"));
  assert.ok(
    isHollowProof(proof(0, "git version 2.39", { exit: 0, text: "git version 2.39" }), "2.39"),
  );
});

test("a test runner that finds tests only in the real tree shows something", () => {
  assert.ok(
    !isHollowProof(proof(0, "# tests 12\n# pass 12", { exit: 0, text: "# tests 0\n# pass 0" })),
  );
  assert.ok(
    isHollowProof(proof(0, "# tests 0\n# pass 0", { exit: 0, text: "# tests 0\n# pass 0" })),
  );
});
