// What an event of a run's work tells, in one line for people.
import { shortId } from "../core/short-id.ts";
import type { WorkEvent, WorkEvents } from "./messages.ts";

const table: { readonly [K in keyof WorkEvents]: (data: WorkEvents[K]["data"]) => string } = {
  BaseSet: ({ base, branch, name }) =>
    `${name} starts at ${shortId(base.commit)}${branch === null ? "" : ` of ${branch}`}`,
  BaseTried: ({ red, setup }) =>
    setup !== undefined
      ? "setup fails on the base"
      : red.length === 0
        ? "all checks are green on the base"
        : `red on the base: ${red.map(({ name }) => name).join(", ")}`,
  BaseAnswered: ({ answer, digest }) =>
    answer === "again"
      ? `the configuration was read again: ${shortId(digest ?? "")}`
      : answer === "drop"
        ? "what fails is dropped"
        : "they may stay red until they are green once",
  InputsLent: ({ files }) =>
    Object.entries(files)
      .map(([path, digest]) => `${path} ${digest === null ? "isn't there" : shortId(digest)}`)
      .join(", "),
  WorkTaken: ({ unit, work }) => `${unit} as ${shortId(work.commit)}`,
  WorkJoined: ({ unit, onto, work }) => `${unit} onto ${shortId(onto)} as ${shortId(work.commit)}`,
  WorkMerged: ({ unit, onto, merged, ahead }) =>
    `${unit} onto ${shortId(onto)}${ahead === undefined ? "" : ` of ${ahead}`} as ${shortId(merged.commit)}`,
  ConflictFound: ({ unit, files }) => `${unit} in ${files.join(", ")}`,
  MendBegun: ({ unit }) => unit,
  MendEnded: ({ unit, why }) => `${unit}: ${why}`,
  LandingTried: ({ unit, commit, passed, proofs = [] }) =>
    `${unit} on ${shortId(commit)}: ${passed ? "green" : "red"}${proofs.map(({ name, checked }) => (checked === undefined ? "" : `; ${name} with pinned paths, on tree ${shortId(checked)}`)).join("")}`,
  FinalTried: ({ unit, commit, passed }) =>
    `${unit} on ${shortId(commit)}: ${passed ? "green" : "red"}`,
  FinalAnswered: ({ answer }) =>
    answer === "again" ? "it runs once more" : "the run ends without success",
  WorkLanded: ({ unit, n, landed }) => `${unit} as landing ${n}, ${shortId(landed.commit)}`,
  WorkDropped: ({ unit, reason }) => `${unit}: ${reason}`,
  MendsAllowed: ({ unit }) => unit,
  HeadMoved: ({ to, reason }) => `to ${shortId(to.commit)}: ${reason}`,
  Delivered: ({ to, branch }) => `${shortId(to)}${branch === null ? "" : ` into ${branch}`}`,
  DeliveryUndone: ({ merge }) => (merge === undefined ? "" : shortId(merge)),
  PlacesDropped: () => "",
};

const said = <K extends keyof WorkEvents>({
  type,
  data,
}: WorkEvents[K] & { readonly type: K }): string => table[type](data);
export const eventLine = (event: WorkEvent): string => said(event);
