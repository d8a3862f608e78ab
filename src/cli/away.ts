// Messages about a ledger's server: outages, how long to wait for them, and a new or missing project.
import type { OpenOptions } from "../open.ts";
import type { Outage, ProjectNews } from "../runtime/system.ts";
import { cleanLine } from "../core/words/clean.ts";

export type Away = NonNullable<OpenOptions["away"]>;
/** waits: continues when the ledger's server is back, however long that takes. answers: reports an outage to clients after some seconds and keeps running. Ctrl-C ends any wait. */
export type Stays = "waits" | "answers";

/** An outage is one second old at its first report; later reports say how long it has lasted. */
const fresh = 5_000;

const lasted = (ms: number): string =>
  ms < 90_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;

/** A wrong address looks like an unreachable server: one that never answered is given up even by verbs that wait. */
const nextOf = (stays: Stays | undefined, met: boolean): string => {
  if (stays === undefined) return "it is asked again for some seconds";
  if (!met) return "it was never reached, so it is asked again for some seconds only";
  return stays === "waits"
    ? "it is waited for, and jobs under way go on; Ctrl-C ends the wait"
    : "it is asked again until it answers; Ctrl-C ends that";
};

/** One line about an outage; null: it is over. `met`: the server has answered before. */
export const outageLine = (
  outage: Outage | null,
  stays: Stays | undefined,
  now: number,
  met: boolean,
): string => {
  if (outage === null) return "the ledger's server answers again";
  const ms = now - outage.since;
  const full = outage.full === true;
  const since =
    ms < fresh
      ? full
        ? "has no connection left"
        : "doesn't answer"
      : `${full ? "has had no connection left" : "has not answered"} for ${lasted(ms)}`;
  return `the ledger's server ${since} (${cleanLine(outage.why)}): ${nextOf(stays, met)}`;
};

/** `tell`: prints a line for people. `interrupted`: used only by verbs that stay. `known`: within a job, which began while the server answered. `met`: whether it has answered here since. */
export const awayBy = (
  stays: Stays | undefined,
  tell: (line: string) => void,
  interrupted: () => AbortSignal,
  now: () => number,
  known: boolean,
  met: () => boolean,
): Away => ({
  known,
  outage: (outage) => tell(outageLine(outage, stays, now(), known || met())),
  ...(stays === "waits" ? { patience: Number.POSITIVE_INFINITY } : {}),
  ...(stays === undefined ? {} : { quit: interrupted() }),
});

/** Maximum number of other projects to name. */
const most = 20;

const listed = (others: ProjectNews["others"]): string => {
  const names = others
    .slice(0, most)
    .map((name) => (name === null ? "one without a name" : cleanLine(name)));
  return [...names, ...(others.length > most ? ["more"] : [])].join(", ");
};

/** Says that the project is new, or missing, in one line. */
export const projectLine = ({ is, name, others }: ProjectNews): string => {
  const project = name === null ? "project without a name" : `project ${cleanLine(name)}`;
  if (is === "made")
    return `the ${project} is new in that database${others.length === 0 ? "" : ` (there are besides: ${listed(others)})`}`;
  return others.length === 0
    ? `there is no ${project} in that database, nor any other: what is begun first makes it`
    : `there is no ${project} in that database; there are: ${listed(others)}. Name one by ?project=NAME, if one of them is meant`;
};
