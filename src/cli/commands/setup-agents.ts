// Verb `cairn setup agents`: lists the configured agents and the exact command line of each.
import type { Installed } from "../../runtime/system.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { beside, fit, type Page, paint } from "../terminal/layout.ts";
import { programLine, refusedLine, trusting } from "../init/programs.ts";
import { asTyped } from "../../core/words/shell-word.ts";
import { exits, type Verb } from "../verb.ts";

type Agent = Installed["agents"][number];

/** Roles by protocol: `ultrawork: worker, verifier`; one word if it has all of them. */
const rolesText = ({ roles }: Agent, all: Installed["roles"]): string => {
  const protocols = [...new Set(all.map(({ protocol }) => protocol))];
  const parts = protocols.flatMap((protocol) => {
    const own = roles.flatMap((role) =>
      role.startsWith(`${protocol}/`) ? [role.slice(protocol.length + 1)] : [],
    );
    if (own.length === 0) return [];
    return [
      `${protocol}: ${own.length === all.filter((one) => one.protocol === protocol).length ? "all" : own.join(", ")}`,
    ];
  });
  return parts.length === 0 ? "no role: nothing is given to it" : parts.join(" · ");
};

const below = (word: string, text: string, page: Page): readonly string[] =>
  beside(`  ${word}`, cleanLine(text), page, 11);

/** No word is wider than the page: --json has it whole. */
const shortly = (word: string, { width }: Page): string => fit(asTyped(word), width - 11);

const agentLines = (agent: Agent, all: Installed["roles"], page: Page): readonly string[] => {
  const { name, driver, from, program, path, version, tried, older, runs, wrong } = agent;
  const title = `${paint(page, "strong", cleanLine(name))}  ${cleanLine(`${driver === name ? "" : `${driver} `}${version ?? ""}`.trim())}`;
  return [
    title.trimEnd(),
    ...(wrong === null ? [] : below(paint(page, "bad", "problem"), wrong, page)),
    ...(older
      ? below("warning", `older than the ${tried} that its driver was tried with`, page)
      : []),
    ...(path === null || path === program ? [] : below("program", path, page)),
    ...below("roles", rolesText(agent, all), page),
    ...below("from", from ?? "cairn.config.json of this repository", page),
    ...(runs === null
      ? []
      : below("runs", runs.argv.map((word) => shortly(word, page)).join(" "), page)),
    ...(runs === null || runs.env.length === 0 ? [] : below("sets", runs.env.join(" "), page)),
    ...(runs === null || runs.vain.length === 0
      ? []
      : below(
          "warning",
          `its env sets ${runs.vain.join(", ")} in vain: each job has its own`,
          page,
        )),
    ...(runs === null || runs.briefed === "argument"
      ? []
      : below("told", "its brief, on standard input", page)),
  ];
};

const unknownText = ({ name, meant }: Installed["unknown"][number]): string =>
  `no role is called ${name}${meant === null ? "" : `: did you mean \`${meant}\`?`}`;

const text = ({ agents, programs, refused, roles, unknown }: Installed, page: Page): string => {
  const idle = programs.filter((program) => program.agents.length === 0);
  const missing = roles
    .filter(({ agent }) => agent === null)
    .map(({ protocol, role }) => `${protocol}/${role}`);
  const lines = [
    ...agents.flatMap((agent) => [...agentLines(agent, roles, page), ""]),
    ...(idle.length === 0
      ? []
      : [
          "on this machine, and no agent of the configuration:",
          ...idle.flatMap((program) => beside("", programLine(program), page, 2)),
        ]),
    ...(agents.length > 0
      ? []
      : refused.flatMap((one) =>
          below("refused", `${refusedLine(one)}; to use it all the same: ${trusting(one)}`, page),
        )),
    ...(agents.length > 0
      ? []
      : idle.length > 0
        ? ["", "none is configured: cairn init"]
        : [
            "no agent is configured, and no program that cairn knows can be used from PATH:",
            "  `cairn help agents` lists them",
          ]),
    ...(agents.length > 0 && missing.length > 0
      ? ["", ...below("missing", missing.join(", "), page)]
      : []),
    ...unknown.flatMap((one) => below("warning", unknownText(one), page)),
  ];
  return lines.join("\n").trimEnd();
};

export const agents: Verb = {
  name: "setup agents",
  summary:
    "which agents are configured and found on this machine, and what would be run for a job of theirs",
  args: [],
  options: {},
  example: [
    "cairn setup agents",
    "cairn setup agents --json | jq -r '.agents[] | select(.path == null) | .name'",
  ],
  run: async (context) => {
    const installed = await (await context.system()).installed(true);
    return { exit: exits.done, json: installed, text: (page) => text(installed, page) };
  },
};
