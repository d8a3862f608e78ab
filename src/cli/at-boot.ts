// User services that resume a repository's runs after a reboot, as text for systemd and launchd.
import { basename } from "node:path";

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
