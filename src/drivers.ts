// Table of the drivers of agent programs, each loaded on first use.
import type { Driver } from "./agents/agent.ts";
import type { Where } from "./agents/which.ts";
import { ownOf } from "./core/json/own.ts";
import type { driverNames } from "./runtime/config/agents.ts";
import type { Engine, TriedVersion } from "./runtime/engine.ts";

/** `known`: the command the driver runs by default, and the version it was tested with. */
type Loaded = { readonly known?: TriedVersion; load(where: Where): Promise<Driver> };
const drivers: Readonly<Record<(typeof driverNames)[number], Loaded>> = {
  "claude-code": {
    known: { program: "claude", tried: "2.1" },
    load: async (where) => (await import("./agents/claude-code.ts")).claudeCodeDriver(where),
  },
  codex: {
    known: { program: "codex", tried: "0.171" },
    load: async (where) => (await import("./agents/codex.ts")).codexDriver(where),
  },
  gemini: {
    known: { program: "gemini", tried: "0.61" },
    load: async (where) => (await import("./agents/gemini.ts")).geminiDriver(where),
  },
  opencode: {
    known: { program: "opencode", tried: "1.18" },
    load: async (where) => (await import("./agents/opencode.ts")).opencodeDriver(where),
  },
  qwen: {
    known: { program: "qwen", tried: "0.24" },
    load: async (where) => (await import("./agents/qwen.ts")).qwenDriver(where),
  },
  acp: { load: async (where) => (await import("./agents/acp.ts")).acpDriver(where) },
  command: { load: async (where) => (await import("./agents/command.ts")).commandDriver(where) },
  scripted: { load: async (where) => (await import("./agents/scripted.ts")).scriptedDriver(where) },
};
const all = Object.entries<Loaded>(drivers);
/** null: it has no default program. */
export const driversKnown = Object.fromEntries(
  all.map(([name, { known = null }]) => [name, known]),
);
export const programsUsual = Object.fromEntries(
  all.map(([name, { known }]) => [name, known?.program ?? null]),
);

/** Finds programs on this PATH outside of `root`, where agents could write them. */
export const driverIn =
  (
    root: string,
    { PATH: path = "" }: Readonly<Record<string, string | undefined>>,
  ): Engine["driver"] =>
  async (name) =>
    ownOf(drivers, name)?.load({ root, path });
