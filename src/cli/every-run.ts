// Every live run of a repository at once: each driven by a process of its own, and the service that does so after a reboot.
import { basename } from "node:path";
import { spawn } from "node:child_process";
import type { System } from "../runtime/system.ts";
import { type Answer, type Context, exits } from "./verb.ts";

export type ServiceParts = {
  /** The repository's folder. */
  readonly root: string;
  /** Program and arguments that resume its runs. */
  readonly argv: readonly string[];
  /** Environment variables by name: services start without those of a shell. */
  readonly env: Readonly<Record<string, string>>;
};

const nameOf = (root: string): string =>
  `cairn-${basename(root).replaceAll(/[^A-Za-z0-9_]+/gu, "-")}`;

const specifiers = (text: string): string => text.replaceAll("%", "%%");
const quoted = (text: string): string =>
  `"${specifiers(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
/** A word of ExecStart, where `$` begins a variable. */
const word = (text: string): string => quoted(text).replaceAll("$", "$$$$");

export const systemdService = ({ root, argv, env }: ServiceParts): string => {
  const name = nameOf(root);
  return `# Resumes the runs of this repository when this machine starts, and after a kill. Install it:
#   mkdir -p ~/.config/systemd/user
#   cairn run --service > ~/.config/systemd/user/${name}.service
#   systemctl --user enable --now ${name}.service
# So that it starts before you log in: loginctl enable-linger
[Unit]
Description=Cairn: runs of ${specifiers(root)}
StartLimitIntervalSec=3600
StartLimitBurst=5

[Service]
WorkingDirectory=${specifiers(root)}
${Object.entries(env)
  .map(([key, value]) => `Environment=${quoted(`${key}=${value}`)}\n`)
  .join("")}ExecStart=${argv.map(word).join(" ")}
# 3: a run waits for you; 4: one ended without success; 130: interrupted
SuccessExitStatus=3 4 130
Restart=on-failure
RestartSec=60
# Agents at work finish their jobs.
KillMode=process

[Install]
WantedBy=default.target`;
};

const xml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const string = (text: string): string => `<string>${xml(text)}</string>`;

export const launchdService = ({ root, argv, env }: ServiceParts): string => {
  const name = nameOf(root);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Resumes the runs of this repository when you log in. Save it as
  ~/Library/LaunchAgents/${name}.plist, then type:
  launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/${name}.plist -->
<plist version="1.0">
<dict>
  <key>Label</key>
  ${string(name)}
  <key>WorkingDirectory</key>
  ${string(root)}
  <key>EnvironmentVariables</key>
  <dict>
${Object.entries(env)
  .map(([key, value]) => `    <key>${xml(key)}</key>\n    ${string(value)}\n`)
  .join("")}  </dict>
  <key>ProgramArguments</key>
  <array>
${argv.map((one) => `    ${string(one)}\n`).join("")}  </array>
  <key>RunAtLoad</key>
  <true/>
  <!-- Agents at work finish their jobs. -->
  <key>AbandonProcessGroup</key>
  <true/>
</dict>
</plist>`;
};

/** Resolves to its exit code; ended by a signal, it is a fault. */
const driven = (
  { root, runnerEnv, ...system }: Pick<System, "root" | "runner" | "runnerEnv">,
  run: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<number> =>
  new Promise((resolve) => {
    const [program = "", ...words] = system.runner(run);
    const child = spawn(program, words, {
      cwd: root,
      env: { ...env, ...runnerEnv },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const stop = (): void => void child.kill("SIGTERM");
    signal.addEventListener("abort", stop);
    child.once("error", () => resolve(exits.fault));
    child.once("exit", (code) => {
      signal.removeEventListener("abort", stop);
      resolve(code ?? exits.fault);
    });
  });

/** Drives each live run that no process drives until all rest. */
export const driveEvery = async (context: Context, system: System): Promise<Answer> => {
  const busy = new Set(system.runners().map(({ run }) => run));
  const cards = await system.runs({ life: ["live"] });
  const runs = cards.flatMap(({ run, origin }) => (origin === null && !busy.has(run) ? [run] : []));
  const signal = context.interrupted();
  const ended = await Promise.all(runs.map((run) => driven(system, run, context.env, signal)));
  const exit = ended.find((code) => code === exits.fault) ?? Math.max(exits.done, ...ended);
  return {
    exit,
    json: { runs: runs.map((run, index) => ({ run, exit: ended[index] })) },
    text: () => (runs.length === 0 ? "no live run waits for a runner" : "all runs are at rest"),
  };
};

/** Prints a user service of this system that calls `cairn run --all`. */
export const printService = ({ env }: Context, system: System): Answer => {
  const kept = ["PATH", "CAIRN_PLACES", "CAIRN_ULTRAWORK_HOME"].flatMap((name) => {
    const value = env[name] ?? "";
    return value === "" ? [] : [[name, value] as const];
  });
  // The flag stands where a run's name does.
  const argv = system.runner("--all");
  const parts = { root: system.root, argv, env: Object.fromEntries(kept) };
  const text = process.platform === "darwin" ? launchdService(parts) : systemdService(parts);
  return { exit: exits.done, json: { service: text }, text: () => text };
};
