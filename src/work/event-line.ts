// What an event of a run's work tells, in one line for people.
import type { WorkEvent, WorkEvents } from "./messages.ts";

const short = (id: string): string => id.slice(0, 12);
const table: { readonly [K in keyof WorkEvents]: (data: WorkEvents[K]["data"]) => string } = {
  BaseSet: ({ base, branch, name }) => `${name} starts at ${short(base.commit)}${branch === null ? "" : ` of ${branch}`}`,
  BaseTried: ({ red }) =>
    red.length === 0 ? "all checks are green on the base" : `red on the base: ${red.map(({ name }) => name).join(", ")}`,
  BaseAnswered: ({ answer }) => (answer === "drop" ? "the red checks are dropped" : "they may stay red until they are green once"),
  WorkTaken: ({ unit, work }) => `${unit} as ${short(work.commit)}`,
  WorkJoined: ({ unit, onto, work }) => `${unit} onto ${short(onto)} as ${short(work.commit)}`,
  WorkMerged: ({ unit, onto, merged }) => `${unit} onto ${short(onto)} as ${short(merged.commit)}`,
  ConflictFound: ({ unit, files }) => `${unit} in ${files.join(", ")}`,
  MendBegun: ({ unit }) => unit,
  MendEnded: ({ unit, why }) => `${unit}: ${why}`,
  LandingTried: ({ unit, commit, passed }) => `${unit} on ${short(commit)}: ${passed ? "green" : "red"}`,
  WorkLanded: ({ unit, n, landed }) => `${unit} as landing ${n}, ${short(landed.commit)}`,
  WorkDropped: ({ unit, reason }) => `${unit}: ${reason}`,
  MendsAllowed: ({ unit }) => unit,
  HeadMoved: ({ to, reason }) => `to ${short(to.commit)}: ${reason}`,
  Delivered: ({ to, branch }) => `${short(to)}${branch === null ? "" : ` into ${branch}`}`,
  DeliveryUndone: () => "",
  PlacesDropped: () => "",
};

const said = <K extends keyof WorkEvents>({ type, data }: WorkEvents[K] & { readonly type: K }): string => table[type](data);
export const eventLine = (event: WorkEvent): string => said(event);
