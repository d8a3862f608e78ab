// Helper of iterative's golden stories: the common plan and the common way to agreement.
import assert from "node:assert/strict";
import type { Stage } from "../fixtures/iterative-stage.ts";
import { below } from "./kept.ts";

export const commands = (stage: Stage): Readonly<Record<string, string>> => ({
  "commands.txt": `${stage.told.join("\n")}\n`,
});

export const plan = {
  units: [
    {
      id: "T1",
      title: "Token model",
      criteria: ["a token expires after 15 minutes", "expired: 401"],
      files: ["src/token.ts"],
      max: 8,
      model: "opus",
    },
    {
      id: "T2",
      title: "Mail",
      criteria: ["the mail holds one link"],
      files: ["src/mail.ts"],
      depends: ["T1"],
      max: 5,
    },
    {
      id: "T3",
      title: "Page",
      criteria: ["GET /login answers 200"],
      files: ["src/page.ts", "src/page/"],
      max: 1,
      model: "haiku",
    },
  ],
  notes: "T3 needs nobody.",
  context: {
    goal: "Login by mail",
    approach: "Short-lived tokens",
    key_files: [{ path: "src/app.ts", text: "routes" }],
    patterns: ["no any"],
  },
};

export const judged = (unit: string, criteria: number, gaps: readonly object[] = []): object => ({
  unit,
  verdict: gaps.length === 0 ? "VERIFIED" : "GAPS_FOUND",
  criteria: Array.from({ length: criteria }, (_, index) => ({
    n: index + 1,
    met: true,
    how: "ran it",
  })),
  gaps,
});
/** From a green gate to done. */
export const agreed = (stage: Stage, id: string, criteria = 1): void => {
  const n = (): number => stage.unit(id).seq + 1;
  const gate = (): string => `gate:${id}:${stage.unit(id).gates + 1}`;
  stage.checks(gate());
  assert.ok(stage.work(`${id}#${n()}`).includes("WorkConfirmed"));
  stage.checks(gate());
  const key = `${id}#${n()}`;
  stage.launch(key);
  assert.ok(stage.says(key, judged(id, criteria)).includes("UnitSettled"));
};
export const settle = (
  stage: Stage,
  id: string,
  path: string,
  text: string,
  criteria = 1,
): void => {
  const edit = { [path]: text, [path.replace(".ts", ".test.ts")]: `tests of ${text}` };
  stage.work(
    `${id}#${stage.unit(id).seq + 1}`,
    { did: `Wrote ${text}` },
    { edit, commit: `feat(add-login): ${text}` },
  );
  agreed(stage, id, criteria);
};

/** Keeps a run's files under the moment's name. */
export const looking = (stage: Stage) => {
  const kept: Record<string, string> = {};
  return {
    kept,
    look: (name: string): void => void Object.assign(kept, below(name, stage.files())),
  };
};
