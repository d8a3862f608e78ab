// Lies about a player's checks and questions, by file edit and by command.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { send } from "./asked.ts";
import { edited, now } from "./edited.ts";
import type { Lie } from "./lie.ts";

const file = "session-state.json";
const node = (id: string, values: object): Lie["tell"] =>
  edited(file, (session) => void Object.assign(session.node_states[id], values));
const refused = {
  happens: "refused and put back; the bytes are kept",
  counts: "nothing",
  kept: true,
} as const;
const gated = "N-002 is a check: the exit code of its program decides, and nobody's word";

export const checksByHand: readonly Lie[] = [
  {
    lie: "a node that runs a check is set to completed before it starts",
    at: "check due",
    happens: "refused and put back; the next `cairn run` runs the check, whose exit code decides",
    sees: `${gated} (at /node_states/N-002/status, line 40, column 17); what would fit: \`cairn run RUN\` runs it`,
    counts: "checked",
    kept: true,
    async tell(scene) {
      const seen = await node("N-002", { status: "completed", completed_at: now })(scene);
      const ran = await scene.cairn(["run", scene.run]);
      assert.ok(
        existsSync(join(scene.handed, "suite-ran")),
        "what would fit was typed: the check ran",
      );
      assert.match(ran.out, /failed and skipped: N-002/u);
      return seen;
    },
  },
  {
    lie: "a check is set to failed, where its template goes on after a failure",
    at: "check due",
    ...refused,
    sees: gated,
    tell: node("N-002", { status: "failed", error: "no test" }),
  },
  {
    lie: "a check is set to skipped",
    at: "check due",
    ...refused,
    sees: gated,
    tell: node("N-002", { status: "skipped" }),
  },
  {
    lie: "a check is said to run elsewhere, under a task that can be called back",
    at: "check due",
    ...refused,
    sees: gated,
    tell: node("N-002", { status: "running", cli_task_id: "gem-1" }),
  },
  {
    lie: "a node that is a run of its own is set to completed, and that run never begins",
    at: "inner run due",
    ...refused,
    sees: "N-002 is a run of its own: how that ends decides, and nobody's word",
    tell: node("N-002", { status: "completed" }),
  },
  {
    lie: "the value with which a check is to run is changed, so that it checks something else",
    at: "check due",
    ...refused,
    sees: "the check N-002 is run with goal, and a file has no author (at /context/goal, line 8, column 13); what would fit: a person: `cairn send RUN ChangeContext --name goal --value VALUE`",
    tell: edited(file, (session) => void (session.context.goal = "another")),
  },
  {
    lie: "an agent's node and the check after it are set to completed in one edit",
    at: "work due",
    ...refused,
    sees: gated,
    tell: edited(file, (session) => {
      for (const id of ["N-001", "N-002"]) session.node_states[id].status = "completed";
    }),
  },
  {
    lie: "an agent's node is set to completed, and nobody worked on it",
    at: "work due",
    happens: "it is kept as a claim, labelled in every view; nothing is proved by it",
    sees: "completed by a file edit",
    counts: "checked",
    async tell(scene) {
      const seen = await node("N-001", { status: "completed" })(scene);
      assert.match(
        await scene.say(["evidence", scene.run, "N-001"]),
        /not proved .* claimed by N-001, proves nothing: completed by a file edit/u,
      );
      assert.match(
        await scene.say(["run", scene.run]),
        /1 of 2 nodes done; failed and skipped: N-002; completed by a file edit alone: N-001/u,
      );
      return seen;
    },
  },
  {
    lie: "a gate is set to completed",
    at: "gate asked",
    ...refused,
    sees: "CP-01 waits for a person, and a file has no author (at /node_states/CP-01/status, line 47, column 17); what would fit: a person: `cairn decide RUN CP-01 continue`",
    tell: node("CP-01", { status: "completed" }),
  },
  {
    lie: "a node of which nobody knows how it ended is set to completed, and so its question answered",
    at: "in doubt",
    ...refused,
    sees: "what follows for N-001 is a person's to say, and a file has no author (at /node_states/N-001/status, line 31, column 17); what would fit: a person: `cairn decide RUN N-001 accept --note WHY`",
    tell: node("N-001", { status: "completed", error: null }),
  },
  {
    lie: "a run that a person paused is set to running",
    at: "stopped",
    ...refused,
    sees: "the run is paused, and only a person takes it up again (at /status, line 6, column 13); what would fit: a person: `cairn resume RUN`",
    tell: edited(file, (session) => void (session.status = "running")),
  },
];

const first = { node: "N-002", attempt: 1 };

export const checksByCommand: readonly Lie[] = [
  {
    lie: "somebody begins a check by command, to end it himself",
    at: "check due",
    happens: "refused: only the engine begins a check",
    sees: `CHECK_GATED: ${gated}`,
    counts: "nothing",
    tell: (scene) => send(scene, "StartNode", first),
  },
  {
    lie: "somebody says by command that the configuration has no check there",
    at: "check due",
    happens: "refused: that is the engine's to say",
    sees: `CHECK_GATED: ${gated}`,
    counts: "nothing",
    tell: (scene) => send(scene, "StartNode", { ...first, check: false }),
  },
  {
    lie: "an agent claims the job of a check, to report that it passed",
    at: "check due",
    happens: "refused: only the engine begins a check",
    sees: `CHECK_GATED: ${gated}`,
    counts: "nothing",
    tell: (scene) => scene.say(["job", "claim", scene.run, "N-002", "--as", "wim"]),
  },
  {
    lie: "somebody calls back with exit 0 for a task that he named himself",
    at: "work due",
    happens: "it is a claim, labelled: an exit code that the engine didn't read proves nothing",
    sees: "0 of 2 criteria proved, 1 completed by a callback",
    counts: "checked",
    async tell(scene) {
      await send(scene, "StartNode", { node: "N-001", attempt: 1, task: "gem-1" });
      await send(scene, "FinishTask", { task: "gem-1", exit: 0 });
      return scene.say(["status", scene.run]);
    },
  },
];
