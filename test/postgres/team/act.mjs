// Why: what an agent of the team does is done by the machine that it is on, for all to see in one log: `act.mjs begin|wait|land|check JOB PART`.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

const [what = "", job = "", part = ""] = process.argv.slice(2);
const { TEAM_LOG = "", TEAM_GATES = "", TEAM_HOST = "", TEAM_PORT = "" } = process.env;
const file = `work/${part}.txt`;

const say = (did) => appendFileSync(TEAM_LOG, `${JSON.stringify({ machine: hostname(), did, job, part })}\n`);

const git = (...argv) => {
  const { status, stderr } = spawnSync("git", argv, { encoding: "utf8" });
  return status === 0 ? null : `git ${argv.join(" ")}: ${stderr}`;
};
const must = (...argv) => {
  const failed = git(...argv);
  if (failed !== null) throw new Error(failed);
};

/** The shared repository is on the disk that all of them see; it counts as reached only where the network is there. */
const online = () =>
  new Promise((resolve) => {
    const socket = connect({ host: TEAM_HOST, port: Number(TEAM_PORT), timeout: 500 });
    const end = (is) => {
      socket.destroy();
      resolve(is);
    };
    socket.on("connect", () => end(true));
    socket.on("timeout", () => end(false));
    socket.on("error", () => end(false));
  });

/** Jobs of one machine share its clone: one at a time uses git, as people take turns. */
const alone = async (work) => {
  for (;;) {
    try {
      mkdirSync(".git/turn");
      break;
    } catch {
      await sleep(20);
    }
  }
  try {
    await work();
  } finally {
    spawnSync("rmdir", [".git/turn"]);
  }
};
const pull = () => must("pull", "--quiet", "--rebase", "--autostash", "-X", "ours", "origin", "main");

const acts = {
  begin: () => say("begin"),
  /** Held back by the test until it says go on. */
  wait: async () => {
    const gate = `${TEAM_GATES}/${hostname()}-${part}`;
    while (existsSync(`${gate}-held`)) await sleep(50);
  },
  land: () =>
    alone(async () => {
      mkdirSync("work", { recursive: true });
      writeFileSync(file, `part ${part}\n`);
      must("add", file);
      must("commit", "--quiet", "--allow-empty", "--message", `${part}: ${job} on ${hostname()}`);
      if (!(await online())) return say("kept");
      pull();
      for (let round = 0; git("push", "--quiet", "origin", "HEAD:main") !== null; round += 1) {
        if (round === 20) throw new Error("the shared repository takes nothing");
        pull();
      }
      say("landed");
    }),
  check: () =>
    alone(() => {
      say("check");
      pull();
      if (!existsSync(file)) throw new Error(`${file} isn't there`);
    }),
};

const act = acts[what];
if (act === undefined) throw new Error(`act.mjs ${what}?`);
await act();
