// Settings of a player's run for lies: a template with a check, and how far it has come.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { System } from "../../src/runtime/system.ts";
import { checkpoint, skill, templateOf } from "../fixtures/player.ts";
import { ana, engine, must } from "./setting.ts";

const settings = [
  "work due",
  "check due",
  "inner run due",
  "gate asked",
  "in doubt",
  "stopped",
] as const;

/**
 * work due: N-001, an agent's, begins now · check due: it is done, and N-002, whose exit code decides, begins now · inner run due: as before, N-002 is a run of another protocol ·
 * gate asked: CP-01 waits for a person · in doubt: nobody knows how N-001 ended, and a person is asked · stopped: a person paused the run.
 */
export type PlayerSetting = (typeof settings)[number];
export const isPlayerSetting = (setting: string): setting is PlayerSetting =>
  settings.some((one) => one === setting);

const suite = skill("N-002", { executor: "test-suite", on_fail: "skip" });
const inner = {
  id: "N-002",
  name: "inner",
  type: "command",
  executor: "cairn:ultrawork",
  args_template: "{goal}",
};
const units = {
  "work due": [skill("N-001"), suite],
  "check due": [skill("N-001"), suite],
  "inner run due": [skill("N-001"), inner],
  "gate asked": [skill("N-001"), checkpoint("CP-01", false), suite],
  "in doubt": [skill("N-001"), suite],
  stopped: [skill("N-001"), suite],
} as const;

/** The suite leaves a trace, and fails. */
const configIn = (root: string): unknown => {
  const leaves = `touch ${join(root, "../handed/suite-ran")}; exit 1`;
  return {
    agents: {
      codex: { driver: "command", argv: ["true"] },
      suite: { driver: "command", argv: ["sh", "-c", leaves], done: "exit" },
    },
    roles: { "*": "codex", "skill:test-suite": "suite" },
  };
};

export const play = async (
  system: System,
  setting: PlayerSetting,
  root: string,
): Promise<string> => {
  mkdirSync(join(root, ".workflow/templates"), { recursive: true });
  writeFileSync(join(root, ".workflow/templates/story.json"), templateOf("story", units[setting]));
  writeFileSync(join(root, "cairn.config.json"), JSON.stringify(configIn(root)));
  const { run } = must(
    await system.start("player", { template: "story", context: { goal: "Add a login" } }, ana),
  );
  if (setting === "work due") return run;
  const attempt = { node: "N-001", attempt: 1 };
  must(await system.send(run, [{ type: "StartNode", data: { ...attempt, hosted: false } }], ana));
  if (setting === "in doubt") {
    must(
      await system.send(
        run,
        [{ type: "DoubtNode", data: { ...attempt, why: "its lease ran out" } }],
        engine,
      ),
    );
    return run;
  }
  must(
    await system.send(
      run,
      [{ type: "FinishNode", data: { ...attempt, result: { ok: true } } }],
      ana,
    ),
  );
  if (setting === "stopped") must(await system.send(run, [{ type: "Pause", data: {} }], ana));
  return run;
};
