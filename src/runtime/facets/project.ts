// What a system says of its project and machine: configuration, protocols, agents, templates.
import type { Message } from "../../core/message.ts";
import type { Protocol } from "../../core/protocol.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { RunnerAtWork, Workspace } from "../../workspace/workspace.ts";
import type { NotifyTarget } from "../config-notify.ts";
import type { Config } from "../config.ts";
import type { Installed } from "../installed.ts";
import type { OfJob } from "../results.ts";
import type { Starts } from "../starts.ts";
import type { Templates } from "../templates.ts";
import { known, type Parts } from "./parts.ts";

export type Project = {
  /** The absolute path of the working tree that this process looks at. */
  readonly root: string;
  /** The ledger's address, as it may be shown and handed to other processes: no password stands in it. */
  readonly ledger: string;
  readonly config: Config;
  readonly workspace: Workspace;
  readonly protocols: readonly string[];
  /** What a runner needs in its environment beside what it inherits: the ledger's password, where its address held one. */
  readonly runnerEnv?: Readonly<Record<string, string>>;
  /** That Cairn's own folder isn't where it belongs, and what to do, in one line; null: it is. */
  unmoved(): Promise<string | null>;
  protocol(name: string): Promise<Protocol | Refusal>;
  messages(protocol: string): Promise<readonly Message[]>;
  /** Who drives which run, on this machine, in whichever terminal. */
  runners(): readonly RunnerAtWork[];
  /** Which agents there are and what would be run for their jobs; nothing is started but for versions, where they are asked. */
  installed(versions: boolean): Promise<Installed>;
  /** Where notices go, by the personal configuration. Fault CONFIG_INVALID. */
  notify(): Promise<readonly NotifyTarget[]>;
  /** Why agents and checks run unfenced here, and what mends it; null: they don't. */
  unfenced(): Promise<string | null>;
  /** The documents that runs are played from. */
  templates(): Promise<Templates>;
  /** What can be begun here, and what runs were begun with. */
  starts(): Promise<Starts>;
  /** The words by which this very program drives a run in a process of its own, over the same tree and ledger. */
  runner(run: string): readonly string[];
  /** The hosted job that this process descends from, whatever its environment says; null: none that can be seen (docs/trust.md). */
  ofJob(): Promise<OfJob | null>;
};

export const createProject = (parts: Parts): Project => {
  const { engine } = parts;
  const protocol: Project["protocol"] = async (name) =>
    (await engine.protocol(name)) ??
    refuse("PROTOCOL_UNKNOWN", `there is no protocol ${name}`, {
      fits: `there are: ${engine.protocols.join(", ")}`,
    });
  return {
    root: engine.root,
    ledger: engine.url,
    config: engine.config,
    workspace: engine.workspace,
    protocols: engine.protocols,
    ...(engine.ledgerEnv === undefined ? {} : { runnerEnv: engine.ledgerEnv }),
    unmoved: async () => (await engine.unmoved?.()) ?? null,
    protocol,
    async messages(name) {
      const found = await protocol(name);
      if (isRefusal(found)) throw new Fault(found.code, found.text, found.fits ?? "");
      return found.messages;
    },
    runners: () => engine.workspace.runners.all(),
    installed: async (versions) => (await import("../installed.ts")).installedOf(engine, versions),
    notify: async () =>
      engine.config.notify === null
        ? []
        : (await import("../config-notify.ts")).notifyTargets(engine.config.notify),
    unfenced: async () => (await import("../fence-here.ts")).unfencedWords(engine),
    templates: async () => (await import("../templates.ts")).templatesOf(engine),
    starts: async () =>
      (await import("../starts.ts")).startsOf(engine, (run, then) => known(parts, run, then)),
    runner(run) {
      const where = ["--root", engine.root, "--ledger", engine.url];
      return [...engine.hostArgv.slice(0, -1), "run", run, ...where, "--no-input"];
    },
    ofJob: async () => (await import("../of-job.ts")).ofJob(engine),
  };
};
