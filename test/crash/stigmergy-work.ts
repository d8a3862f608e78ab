// Stigmergy's work under kills and hand edits, from an idea to its last story.
import { processesWith } from "../../src/workspace/process-facts.ts";
import { isRecord } from "../../src/core/record.ts";
import type { Texts } from "./alike.ts";
import type { Ground } from "./ground.ts";
import { edits } from "./roles/editor.ts";
import { launchedRoles, layOutRoles } from "./roles/ground.ts";
import { roleFindings } from "./roles/role-findings.ts";
import type { Work } from "./work.ts";

/** The second story is wrong at first. */
const stories = { "1.1": 1, "1.2": 2 };
/** Long enough to be met at work, too. */
const workMs = 400;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** A runner that takes over builds as another session, which is told; whoever wrote a note did it by hand; an agent that was killed has failed. */
const apart: readonly unknown[] = ["NOTE", "STORY_STARTED", "FAILURE_DETECTED"];
const marks = (history: unknown): readonly string[] => {
  const all = listOf(history)
    .filter(isRecord)
    .filter(({ signal }) => !apart.includes(signal))
    .map(({ agent_id: agent, signal }) => `${String(agent)} ${String(signal)}`);
  // How often each is left is told by the ledger; stories side by side leave theirs in any order.
  return [...new Set(all)].toSorted();
};
/** What two projects come to, whoever edited beside them. */
const alike = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([path, text]) => {
      const state: unknown = path === "state.json" ? JSON.parse(text) : null;
      if (!isRecord(state)) return [path, text];
      const { history, system_signal: _signal, ...rest } = state;
      return [path, JSON.stringify({ ...rest, marks: marks(history) }, null, 1)];
    }),
  );

/** The agent that was launched last, if it is at work. */
const agentOf = (ground: Ground): number | null => {
  const last = launchedRoles(ground).at(-1);
  if (last === undefined) return null;
  return processesWith(`CAIRN_MARK=${last.mark}`).find(({ pid }) => pid === last.pid)?.pid ?? null;
};

export const stigmergyWork: Work = {
  name: "stigmergy",
  layOut: (program, under, chance) => {
    const settings = { audit: "never", strikes: 4, concurrency: chance.between(1, 2) };
    return Promise.resolve(layOutRoles(program, under, stories, settings, workMs));
  },
  begin: () => [
    "run",
    "stigmergy",
    "Sell rare plants",
    "--name",
    "Seed shop",
    "--autonomy",
    "autonomous",
  ],
  answer: (_run, key) => {
    throw new Error(`the run waits for ${key}`);
  },
  phase: "PROJECT_COMPLETE",
  unproved: 0,
  begun: null,
  judge: (ledger, lost, ground) => roleFindings(ledger, launchedRoles(ground), stories, lost),
  isAgents: () => false,
  isOutput: (path) => path === ".ai/state.json",
  mostWrites: 200,
  beside: edits,
  agentOf,
  alike,
};
