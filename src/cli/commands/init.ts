// Verb `cairn init`: first configuration of agents and roles, by questions or flags.
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { homes } from "../../core/documents/run-folders.ts";
import { readOwn, replaceOwn } from "../files/own-file.ts";
import { isRecord } from "../../core/json/record.ts";
import { displayPath } from "../../core/within.ts";
import type { Installed } from "../../runtime/system.ts";
import { has } from "../flags/args.ts";
import { cleanLine } from "../../core/words/clean.ts";
import {
  agentsOf,
  clashes,
  merged,
  readConfigFile,
  strays,
  writeConfigFile,
} from "../init/config-file.ts";
import { checksLines, type Placed, withChecks } from "../init/checks.ts";
import { proposed, type Proposed } from "../init/found.ts";
import { meaning, nobodyHere } from "../init/programs.ts";
import { byAsking, byFlags, unknownRole } from "../init/wanted.ts";
import { fitted } from "../terminal/layout.ts";
import { adoptWay } from "../run/way.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";

/** Without player's templates (.workflow/templates), which are the user's own. */
const folders = [homes.iterative, homes.stigmergy, homes.player].map((home) => `/${home}/`);

type Excludes = {
  readonly path: string;
  readonly text: string;
  readonly missing: readonly string[];
};

/** Entries that git doesn't ignore yet; null: no git repository. */
const excludesIn = (root: string): Excludes | null | Refusal => {
  let path: string;
  try {
    const words = ["rev-parse", "--git-path", "info/exclude"];
    path = resolve(
      root,
      execFileSync("git", words, {
        cwd: root,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trimEnd(),
    );
  } catch {
    return null;
  }
  const text = readOwn(path);
  if (isRefusal(text)) return text;
  const lines = new Set((text ?? "").split(/\r?\n/u));
  return { path, text: text ?? "", missing: folders.filter((folder) => !lines.has(folder)) };
};

/** A line that offers it, if entries are missing. */
const excludeOffer = (root: string): readonly string[] => {
  const found = excludesIn(root);
  if (found === null || isRefusal(found) || found.missing.length === 0) return [];
  const named = found.missing.map((folder) => folder.slice(1)).join(", ");
  return [
    `  runs write documents into this checkout (${named}); to have git ignore them: cairn init --exclude`,
  ];
};

/** Appends missing entries. */
export const exclude = (root: string): Pick<Excludes, "path" | "missing"> | Refusal => {
  const found = excludesIn(root);
  if (found === null)
    return refuse("USAGE", `${root} is no git repository`, {
      fits: "leave out --exclude, or type it in a repository",
    });
  if (isRefusal(found)) return found;
  const { path, text, missing } = found;
  const before = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  if (missing.length > 0) replaceOwn(path, `${before}${missing.join("\n")}\n`, 0o644);
  return { path, missing };
};

type Json = Readonly<Record<string, unknown>>;

/** `list`: the command that adopts a list of stories; null: there is none. */
const answer = (
  path: string,
  home: string,
  written: boolean,
  config: Json,
  found: Proposed,
  placed: Placed,
  offer: readonly string[],
  list: string | null,
): Answer => {
  const part = (key: string): Json => (isRecord(config[key]) ? config[key] : {});
  const names = (key: string): readonly string[] => Object.keys(part(key));
  const means = meaning(part("roles"));
  return {
    exit: exits.done,
    json: {
      files: written ? [path] : [],
      config: path,
      agents: names("agents"),
      roles: part("roles"),
    },
    text: (page) =>
      fitted(
        [
          written
            ? `${path} is written (agents: ${names("agents").join(", ")})`
            : `${path} is there already and stays as it is (agents: ${names("agents").join(", ") || "none"})`,
          ...(written
            ? []
            : ["  change it by hand (its form: cairn schema config), or by --agent and --role"]),
          ...(means === null ? [] : [`  ${means}`]),
          ...(path.endsWith("cairn.config.json")
            ? [
                ...checksLines(config, found, placed),
                `  the record lies in ${home} (backup: cairn export --all --to FOLDER); share or ignore cairn.config.json as you like`,
                ...offer,
              ]
            : ["  it holds for every repository, as far as that says nothing else"]),
          "  what would be run for each: cairn setup agents",
          '  next: cairn run --light "GOAL"',
          "    for a larger goal: cairn help ways",
          ...(list === null ? [] : [`    story by story: ${list}`]),
          "    in the browser: cairn serve",
        ].join("\n"),
        page,
      ),
  };
};

/** A new configuration has the findings; a person at a terminal may reject each. */
const taken = async (context: Context, before: unknown, found: Proposed): Promise<Proposed> => {
  const { checks, setup, doubts } = found;
  if (before !== null) return { checks: [], setup: null, doubts };
  if (!context.asks || has(context.given, "yes")) return found;
  const asked = async (news: string, question: string): Promise<boolean> => {
    context.note(news);
    return context.ask.agree(question, true);
  };
  const all = checks
    .map(({ argv, cwd }) => `${argv.join(" ")}${cwd === undefined ? "" : ` in ${cwd}`}`)
    .join(", ");
  const isTaken =
    checks.length > 0 &&
    (await asked(
      `This repository has ${all}. Cairn can run that itself, on each piece of work before it lands.`,
      `Shall work count only where ${checks.length === 1 ? "it passes" : "they pass"}?`,
    ));
  const isMade =
    setup !== null &&
    (await asked(
      `Dependencies aren't in git, and jobs and checks work in fresh checkouts.`,
      `Shall ${setup.argv.join(" ")} make ${setup.makes.join(", ") || "what is needed"} there?`,
    ));
  return { checks: isTaken ? checks : [], setup: isMade ? setup : null, doubts };
};

const excludedAnswer = ({
  path,
  missing,
}: {
  readonly path: string;
  readonly missing: readonly string[];
}): Answer => ({
  exit: exits.done,
  json: { files: missing.length === 0 ? [] : [path], excluded: missing },
  text: () =>
    missing.length === 0
      ? `${path} names all of it already`
      : `${path} now names ${missing.join(", ")}`,
});

/** Why no run can begin here, and how to change that: its first commit, for example. */
const commitLines = (unfit: Refusal | null): readonly string[] =>
  unfit === null
    ? []
    : unfit.code === "REPOSITORY_EMPTY"
      ? [
          '  this repository has no commit yet, and runs begin from one; before the first: git add --all && git commit -m "Begin"',
        ]
      : [
          `  no run can begin here: ${unfit.text}`,
          ...(unfit.fits === undefined ? [] : [`    ${unfit.fits}`]),
        ];

/** Without a terminal: lists findings, and the flags to accept them. */
const unasked = (installed: Installed): Refusal => {
  const [first, ...more] = installed.programs.map(({ driver }) => driver);
  if (first === undefined) return nobodyHere(installed);
  return refuse(
    "USAGE",
    `init can't ask without a terminal; it found ${[first, ...more].join(", ")}`,
    {
      fits: `--yes takes ${more.length === 0 ? "it" : "them"}; or --agent NAME [--argv …] [--role ROLE=NAME]`,
    },
  );
};

/** Why a conflicting configuration stays; null: no conflict, or it may be replaced. */
const unreplaced = async (
  context: Context,
  path: string,
  against: readonly string[],
): Promise<Refusal | null> => {
  if (against.length === 0 || has(context.given, "yes")) return null;
  const question = `${path} says otherwise about ${against.join(", ")}. Replace that?`;
  return context.asks && (await context.ask.agree(question, false))
    ? null
    : refuse("CONFIG_PRESENT", `cairn.config.json says otherwise about ${against.join(", ")}`, {
        path,
        fits: "another name, an edit by hand, or --yes to replace it",
      });
};

export const init: Verb = {
  name: "init",
  summary: "choose your agents and checks; writes cairn.config.json",
  args: [],
  options: {
    agent: {
      means: "an agent's name; one that init knows (codex, claude …) needs nothing else",
      word: "NAME",
    },
    driver: {
      means: "what drives it, where its name doesn't say that; `cairn help agents` lists them",
      word: "DRIVER",
    },
    model: {
      means: "the model that it is asked to use; its own choice if not said",
      word: "MODEL",
    },
    argv: {
      means:
        "how it is started: a JSON list, or words; {brief} stands for what it is told, else that goes to its standard input",
      word: "ARGV",
    },
    role: {
      means: "which agent has a role; without any, NAME has all",
      word: "ROLE=NAME",
      many: true,
    },
    personal: {
      means:
        "write agents and roles into your own file (~/.config/cairn/config.json), which every repository goes by",
      word: null,
    },
    exclude: {
      means:
        "have git ignore, in this clone alone, what runs write into the checkout; alone it writes no configuration",
      word: null,
    },
    yes: {
      means:
        "take what is found: the first program for the work, the second for judging it; and replace what the file says otherwise",
      word: null,
      short: "y",
    },
  },
  example: [
    "cairn init",
    "cairn init --agent codex",
    `cairn init --agent mine --argv '["my-agent", "{brief}"]' --role worker=mine`,
  ],
  run: async (context) => {
    const system = await context.system();
    const personal = has(context.given, "personal");
    const places = await system.workspace.places();
    const unfit = await places.unfit(system.root);
    if (unfit?.code === "REPOSITORY_BARE" && !personal) return unfit;
    const own = join(system.root, "cairn.config.json");
    const path = personal ? (system.config.personal?.path ?? own) : own;
    const before = readConfigFile(path);
    if (isRefusal(before)) return before;
    const home = displayPath(system.root, system.workspace.home);
    const excluded = has(context.given, "exclude") ? exclude(system.root) : null;
    if (isRefusal(excluded)) return excluded;
    const flagged = ["agent", "driver", "model", "argv", "role"].some((name) =>
      has(context.given, name),
    );
    if (excluded !== null && !flagged && !has(context.given, "yes"))
      return excludedAnswer(excluded);
    const found = personal
      ? { checks: [], setup: null, doubts: [] }
      : proposed(system.root, context.env);
    const placed = unfit !== null ? null : places.keeps(system.root) ? "written" : "merged";
    const unfenced = await system.unfenced();
    const offer = [
      ...commitLines(unfit),
      ...(unfenced === null ? [] : [`  ${unfenced}`]),
      ...excludeOffer(system.root),
    ];
    const list = await adoptWay(system, "ralph");
    if (before !== null && !flagged)
      return answer(path, home, false, before.config, found, placed, offer, list);
    const unsaid = !flagged && !has(context.given, "yes");
    const asks = unsaid && context.asks;
    const installed = await system.installed(asks);
    if (unsaid && !asks) return unasked(installed);
    const wanted = asks ? await byAsking(context, installed) : byFlags(context, installed);
    if (isRefusal(wanted)) return wanted;
    const role = unknownRole(installed.roles, Object.keys(wanted.roles));
    if (role !== null) return role;
    const there = before?.config ?? {};
    const kept = await unreplaced(context, path, clashes(there, wanted));
    if (kept !== null) return kept;
    const after = withChecks(merged(there, wanted), await taken(context, before, found));
    const stray = strays(after, wanted);
    if (stray.length > 0)
      return refuse("AGENT_UNKNOWN", stray.join("; "), {
        fits: `--role ROLE=NAME names an agent of the configuration, one that --agent adds, or hand: ${agentsOf(after).join(", ") || "there is none yet"}`,
      });
    const written = writeConfigFile(path, before, wanted, after);
    for (const { name, wrong } of (await system.installed(false)).agents)
      if (wrong !== null && Object.hasOwn(wanted.agents, name))
        context.note(`warning  AGENT_MISSING: agent ${name} can't work yet: ${cleanLine(wrong)}`);
    return answer(path, home, written, after, found, placed, offer, list);
  },
};
