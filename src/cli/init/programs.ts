// Proposals of init for installed agent programs: an author and a judge, two programs if possible.
import { refuse, type Refusal } from "../../core/refusal.ts";
import type { Installed } from "../../runtime/system.ts";
import { cleanLine } from "../../core/words/clean.ts";
import type { Setup } from "./config-file.ts";

export type Program = Installed["programs"][number];
export type KnownDriver = Installed["known"][number];

/** Roles that judge others' work, in any protocol: an agent is too lenient with its own program's work. */
const judges: readonly string[] = ["verifier", "sarah"];

/** Agents are named after their drivers. One program twice: the worker judges, too. */
export const wantedOf = (worker: KnownDriver, judge: KnownDriver): Setup => ({
  agents: Object.fromEntries([worker, judge].map(({ driver }) => [driver, { driver }])),
  roles: {
    "*": worker.driver,
    ...(judge.driver === worker.driver
      ? {}
      : Object.fromEntries(judges.map((role) => [role, judge.driver]))),
  },
});

/** The first for work, the second for judging, a single one for both; null: none. */
export const proposal = ([worker, judge = worker]: readonly Program[]): Setup | null =>
  worker === undefined || judge === undefined ? null : wantedOf(worker, judge);

/** What a proposal's roles mean for trust, in a line; null: no agent for all roles. */
export const meaning = (roles: Readonly<Record<string, unknown>>): string | null => {
  const [worker, judge = worker] = [roles["*"], roles["verifier"]];
  if (
    typeof worker !== "string" ||
    typeof judge !== "string" ||
    worker === "hand" ||
    judge === "hand"
  )
    return null;
  const rest = Object.keys(roles).length > 1 ? "all other roles" : "all roles";
  return judge === worker
    ? `${worker} has ${rest}: it judges its own work, though in a conversation of its own; checks are run by cairn itself`
    : `${worker} works and ${judge} judges what it made; checks are run by cairn itself`;
};

export const programLine = ({ driver, path, version, tried, older }: Program): string => {
  const age = older ? `, older than the ${tried} that cairn was tried with` : "";
  return cleanLine(`${driver}${version === null ? "" : ` ${version}`}  ${path}${age}`);
};

const names = (known: readonly KnownDriver[]): string =>
  known.map(({ program }) => program).join(", ");

/** A driver by its name or that of its program. */
export const knownAs = (known: readonly KnownDriver[], name: string): KnownDriver | null =>
  known.find(({ driver, program }) => driver === name || program === name) ?? null;

/** One line about a program that agents could have put there. */
export const refusedLine = ({ driver, file, why }: Installed["refused"][number]): string =>
  cleanLine(`${driver}  ${file} is not used: ${why}`);

/** The command to use such a program anyway. */
export const trusting = ({ driver, file }: Installed["refused"][number]): string =>
  `cairn init --agent ${driver} --driver ${driver} --argv '${JSON.stringify([file])}'`;

export const nobodyHere = ({ known, refused: [first, ...others] }: Installed): Refusal =>
  first === undefined
    ? refuse("AGENT_MISSING", "no agent program that init knows is on PATH", {
        fits: `install one of ${names(known)}, or name yours: cairn init --agent NAME --argv '["program", "{brief}"]'\n  any program can be an agent; how to write one: cairn help agents`,
      })
    : refuse("AGENT_MISSING", [first, ...others].map(refusedLine).join("; "), {
        fits: `it may be in any folder outside of the working tree that PATH names by its full path; or trust this one: ${trusting(first)}`,
      });
