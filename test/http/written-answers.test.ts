// Answers that several pages ask for at once: worked out and written once, and never older than a moment.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal, refuse } from "../../src/core/refusal.ts";
import { writtenAnswers } from "../../src/http/keep/written-answers.ts";

const stage = () => {
  let [now, made] = [10_000, 0];
  const answers = writtenAnswers(() => now);
  return {
    later: (ms: number) => void (now += ms),
    made: () => made,
    ask: async (mark: string | null): Promise<Response> => {
      const answer = await answers("r", mark, () => {
        made += 1;
        return Promise.resolve({ made });
      });
      assert.ok(!isRefusal(answer));
      return answer;
    },
    answers,
  };
};

test("who asks for the same within a moment shares one answer; a change and a moment end that", async () => {
  const { ask, made, later } = stage();
  for (const response of await Promise.all([ask("1"), ask("1")]))
    assert.deepEqual(await response.json(), { made: 1 });
  assert.deepEqual(await (await ask("2")).json(), { made: 2 });
  later(600);
  assert.deepEqual(await (await ask("2")).json(), { made: 3 });
  assert.equal(made(), 3);
});

test("where nobody can say whether anything changed, nothing is shared", async () => {
  const { ask, made } = stage();
  await ask(null);
  await ask(null);
  assert.equal(made(), 2);
});

test("a refusal stays one, and is asked for again", async () => {
  const { answers } = stage();
  const refused = () => Promise.resolve(refuse("VERSION_UNKNOWN", "there is no such version"));
  for (const mark of ["1", "1"]) {
    const answer = await answers("r", mark, refused);
    assert.ok(isRefusal(answer) && answer.code === "VERSION_UNKNOWN");
  }
});
