// Part of the System: project and machine: configuration, protocols, agents, templates.
import type { Message } from "../../core/message.ts";
import type { Protocol } from "../../core/protocol.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { RunnerAtWork, Workspace } from "../../workspace/workspace.ts";
import type { NotifyTarget } from "../config/notify.ts";
import type { Config } from "../config.ts";
import type { Installed } from "../agents/installed.ts";
import type { OfJob } from "../results.ts";
import type { Starts } from "../start/options.ts";
import type { Templates } from "../start/templates.ts";
import { withFolded, type Parts } from "./parts.ts";

export type Project = {
  /** The absolute path of this process's working tree. */
  readonly root: string;
  /** The ledger's address for display and other processes, without a password. */
  readonly ledger: string;
  readonly config: Config;
  readonly workspace: Workspace;
  readonly protocols: readonly string[];
  /** Environment variables that a runner needs in addition: the password from the ledger's address. */
  readonly runnerEnv?: Readonly<Record<string, string>>;
  protocol(name: string): Promise<Protocol | Refusal>;
  messages(protocol: string): Promise<readonly Message[]>;
  /** All runners on this machine with their runs, from any terminal. */
  runners(): readonly RunnerAtWork[];
  /** Available agents and their launch commands; starts programs only to ask versions, if requested. */
  installed(versions: boolean): Promise<Installed>;
  /** Notice targets of the personal configuration. Fault CONFIG_INVALID. */
  notify(): Promise<readonly NotifyTarget[]>;
  /** Why agents and checks run without a sandbox here, and the remedy; null: they don't. */
  unfenced(): Promise<string | null>;
  /** The documents from which runs are played. */
  templates(): Promise<Templates>;
  /** What can be started here, and what runs were started with. */
  starts(): Promise<Starts>;
  /** The command that drives a run in a separate process with this program, tree and ledger. */
  runner(run: string): readonly string[];
  /** The command that watches this ledger's runners on this machine. */
  watchdog(): readonly string[];
  /** The hosted job from which this process descends, regardless of its environment; null: none visible (docs/trust.md). */
  ofJob(): Promise<OfJob | null>;
};

export const createProject = (parts: Parts): Project => {
  const { engine } = parts;
  const protocol: Project["protocol"] = async (name) =>
    (await engine.protocol(name)) ??
    refuse("PROTOCOL_UNKNOWN", `there is no protocol ${name}`, {
      fits: `there are: ${engine.protocols.join(", ")}`,
    });
  const where = () => ["--root", engine.root, "--ledger", engine.url];
  return {
    root: engine.root,
    ledger: engine.url,
    config: engine.config,
    workspace: engine.workspace,
    protocols: engine.protocols,
    ...(engine.ledgerEnv === undefined ? {} : { runnerEnv: engine.ledgerEnv }),
    protocol,
    async messages(name) {
      const found = await protocol(name);
      if (isRefusal(found)) throw new Fault(found.code, found.text, found.fits ?? "");
      return found.messages;
    },
    runners: () => engine.workspace.runners.all(),
    installed: async (versions) =>
      (await import("../agents/installed.ts")).installedOf(engine, versions),
    notify: async () =>
      engine.config.notify === null
        ? []
        : (await import("../config/notify.ts")).notifyTargets(engine.config.notify),
    unfenced: async () => (await import("../agents/fence-here.ts")).unfencedWords(engine),
    templates: async () => (await import("../start/templates.ts")).templatesOf(engine),
    starts: async () =>
      (await import("../start/options.ts")).startsOf(engine, (run, then) =>
        withFolded(parts, run, then),
      ),
    runner: (run) => [...engine.program(), "run", run, ...where(), "--no-input"],
    watchdog: () => [...engine.program(), "watchdog", ...where()],
    ofJob: async () => (await import("../jobs/of-job.ts")).ofJob(engine),
  };
};
