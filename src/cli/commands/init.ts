// Why: the first minute: which agents there are and what they do is settled once, by asking or by flags.
import { join } from "node:path";
import { isRecord } from "../../core/record.ts";
import { isRefusal, refuse } from "../../core/refusal.ts";
import { has } from "../args.ts";
import { agreed } from "../asking.ts";
import { agentsOf, clashes, merged, readConfigFile, strays, writeConfigFile } from "../init/config-file.ts";
import { gatesLine, proposed, type Proposed, withGates } from "../init/gates.ts";
import { byAsking } from "../init/asked.ts";
import { meaning } from "../init/programs.ts";
import { placesLines, withPlaces } from "../init/places.ts";
import { unknownRole } from "../init/roles.ts";
import { byFlags } from "../init/wanted.ts";
import { flowed } from "../layout.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";

type Json = Readonly<Record<string, unknown>>;

const answer = (path: string, written: boolean, config: Json, gates: Proposed): Answer => {
  const part = (key: string): Json => (isRecord(config[key]) ? config[key] : {});
  const names = (key: string): readonly string[] => Object.keys(part(key));
  const means = meaning(part("roles"));
  return {
    exit: exits.done,
    json: { files: written ? [path] : [], config: path, agents: names("agents"), roles: part("roles") },
    text: (page) =>
      flowed(
        [
          written
            ? `${path} is written (agents: ${names("agents").join(", ")})`
            : `${path} is there already and stays as it is (agents: ${names("agents").join(", ") || "none"})`,
          ...(written ? [] : ["  change it by hand (its form: cairn schema config), or by --agent and --role"]),
          ...(means === null ? [] : [`  ${means}`]),
          gatesLine(config, gates),
          ...placesLines(config),
          "  the ledger lies in .cairn, which ignores itself; share or ignore cairn.config.json as you like",
          "  what would be run for each: cairn agents",
          '  next: cairn run ultrawork "what is wanted", or, pass by pass: cairn run iterative "what is wanted",',
          '  or, from an idea by a team of roles: cairn run stigmergy "what is wanted"',
        ].join("\n"),
        page,
      ),
  };
};

/** A new configuration names them; whoever sits there may say no. One that is there stays as it is. */
const taken = async (context: Context, before: unknown, { gates }: Proposed): Promise<Proposed["gates"]> => {
  if (before !== null || gates.length === 0) return [];
  if (!context.asks || has(context.given, "yes")) return gates;
  const all = gates.map(({ argv }) => argv.join(" ")).join(", ");
  const pass = gates.length === 1 ? "it passes" : "they pass";
  context.note(`This repository has ${all}. Cairn can run that itself, before and after whatever somebody confirms.`);
  const said = await context.ask(`Shall the work of iterative runs count as done only where ${pass}? [Y/n] `);
  return agreed(said) ? gates : [];
};

export const init: Verb = {
  name: "init",
  summary: "write cairn.config.json: which agents there are, which role each has, and which checks gate iterative runs",
  args: [],
  options: {
    agent: { means: "an agent's name; one that init knows (codex, claude …) needs nothing else", word: "NAME" },
    driver: { means: "what drives it, where its name doesn't say that; docs/agents.md lists them", word: "DRIVER" },
    model: { means: "the model that it is asked to use; its own choice if not said", word: "MODEL" },
    argv: {
      means: "how it is started: a JSON list, or words; {brief} stands for what it is told, else that goes to its standard input",
      word: "ARGV",
    },
    role: { means: "which agent has a role; without any, NAME has all", word: "ROLE=NAME", many: true },
    yes: {
      means: "take what is found: the first program for the work, the second for judging it; and replace what the file says otherwise",
      word: null,
      short: "y",
    },
  },
  example: ["cairn init", "cairn init --agent codex", `cairn init --agent mine --argv '["my-agent", "{brief}"]' --role worker=mine`],
  run: async (context) => {
    const system = await context.system();
    const path = join(system.root, "cairn.config.json");
    const before = readConfigFile(path);
    if (isRefusal(before)) return before;
    const flagged = ["agent", "driver", "model", "argv", "role"].some((name) => has(context.given, name));
    const gates = proposed(system.root, context.env);
    if (before !== null && !flagged) return answer(path, false, before.config, gates);
    if (!flagged && !context.asks && !has(context.given, "yes"))
      return refuse("USAGE", "there is nobody to ask", {
        fits: "--agent NAME [--argv …] [--role ROLE=NAME], or --yes to take what is found",
      });
    const asks = !flagged && !has(context.given, "yes");
    const installed = await system.installed(asks);
    const wanted = asks ? await byAsking(context, installed) : byFlags(context, installed);
    if (isRefusal(wanted)) return wanted;
    const role = unknownRole(installed.roles, Object.keys(wanted.roles));
    if (role !== null) return role;
    const there = before?.config ?? {};
    const against = clashes(there, wanted);
    if (against.length > 0 && !has(context.given, "yes")) {
      const said = context.asks ? await context.ask(`${path} says otherwise about ${against.join(", ")}. Replace that? [y/N] `) : "";
      if (!/^y(es)?$/i.test(said.trim()))
        return refuse("CONFIG_PRESENT", `cairn.config.json says otherwise about ${against.join(", ")}`, {
          path,
          fits: "another name, an edit by hand, or --yes to replace it",
        });
    }
    const whole = withGates(merged(there, wanted), await taken(context, before, gates));
    const after = before === null ? await withPlaces(system, whole) : whole;
    const stray = strays(after, wanted);
    if (stray.length > 0)
      return refuse("AGENT_UNKNOWN", stray.join("; "), {
        fits: `--role ROLE=NAME names an agent of the configuration, one that --agent adds, or hand: ${agentsOf(after).join(", ") || "there is none yet"}`,
      });
    return answer(path, writeConfigFile(path, before, wanted, after), after, gates);
  },
};
