// Deed of a team's agent, logged with its machine: `act.mjs begin|wait|work|check JOB PART`.
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

const [what = "", job = "", part = ""] = process.argv.slice(2);
const { TEAM_LOG = "", TEAM_GATES = "" } = process.env;
const file = `work/${part}.txt`;

const say = (did) =>
  appendFileSync(TEAM_LOG, `${JSON.stringify({ machine: hostname(), did, job, part })}\n`);

const acts = {
  begin: () => say("begin"),
  /** Held back by the test until it says go on. */
  wait: async () => {
    const gate = `${TEAM_GATES}/${hostname()}-${part}`;
    while (existsSync(`${gate}-held`)) await sleep(50);
  },
  work: () => {
    mkdirSync("work", { recursive: true });
    writeFileSync(file, `${part} ${hostname()}\n`);
    say("worked");
  },
  check: () => {
    if (!existsSync(file)) throw new Error(`${file} isn't there`);
  },
};

const act = acts[what];
if (act === undefined) throw new Error(`act.mjs ${what}?`);
await act();
