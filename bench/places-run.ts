// A run whose jobs work in places, as a user meets it: till its first agent begins, and till all that was done has landed.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord } from "../src/core/json/record.ts";
import { type Figure, median, repeats, spread } from "./figures.ts";
import { inFolder } from "./ground.ts";
import { gitIn, repository } from "./places-ground.ts";
import { installed, run } from "./program.ts";

const jobs = 8;
const filesEach = 10;
const checkMs = 2_000;
/** As many as are tried at once. */
const atOnce = 4;

type Shop = {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  cairn(...words: readonly string[]): string;
};

/** A repository with places in a folder of its own, whose agents are told by `config`. */
const shopIn = (folder: string, cairn: string, files: number, config: object): Shop => {
  const root = join(folder, "shop");
  mkdirSync(root, { recursive: true });
  repository(root, files);
  writeFileSync(join(root, ".gitignore"), ".cairn/\nplan.json\ncairn.config.json\n");
  writeFileSync(
    join(root, "cairn.config.json"),
    JSON.stringify({ roles: { "*": "bot" }, ...config }),
  );
  gitIn(root, "add", "--all");
  gitIn(root, "commit", "-qm", "ignores");
  const env = {
    ...process.env,
    HOME: folder,
    CAIRN_PLACES: join(folder, "places"),
    CAIRN_ULTRAWORK_HOME: join(folder, "sessions"),
  };
  return {
    root,
    env,
    cairn(...words) {
      const done = spawnSync(process.execPath, [cairn, ...words], {
        cwd: root,
        encoding: "utf8",
        env,
        maxBuffer: 1 << 26,
      });
      if (done.error !== undefined) throw done.error;
      return done.stdout;
    },
  };
};
const planned = (root: string, tasks: readonly string[]): void => {
  const list = tasks.map((id) => ({
    id,
    subject: `Task ${id}`,
    success_criteria: [{ criteria: `${id} is there`, command: `test -e ${id}.0` }],
  }));
  writeFileSync(
    join(root, "plan.json"),
    JSON.stringify({
      tasks: list,
      verify: { success_criteria: [{ criteria: "all is", command: "test -e 1.0" }] },
    }),
  );
};
const asked = [
  "ultrawork",
  "Measure",
  "--plan",
  "plan.json",
  "--auto",
  "--max-attempts",
  "1",
  "--max-iterations",
  "1",
];

/** From the first work that was taken till the last has landed, by the times that the ledger holds. */
const landedIn = (shop: Shop, session: string): number => {
  const events = shop
    .cairn("log", session, "--json")
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line))
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isRecord);
  const times = (type: string): readonly number[] =>
    events.filter((event) => event["type"] === type).map(({ at }) => Date.parse(String(at)));
  const landings = times("WorkLanded");
  if (landings.length !== jobs)
    throw new Error(`${landings.length} landed: ${shop.cairn("log", session)}`);
  return Math.max(...landings) - Math.min(...times("WorkTaken"));
};

export const landingEight = (): Promise<Figure> =>
  inFolder(async (folder) => {
    const ids = Array.from({ length: jobs }, (_, at) => String(at + 1));
    const script = join(folder, "script.mjs");
    writeFileSync(
      script,
      `export const steps = ({ unit, role }) => role === "worker" ? [
  ...Array.from({ length: ${filesEach} }, (_, n) => ({ write: { path: unit + "." + n, text: unit + "\\n" } })),
  { report: { task: unit, status: "done", summary: "", files_changed: [], evidence: [] } },
] : [{ report: { verdict: "PASS", judgements: [], issues: [], notes: "" } }];\n`,
    );
    const shop = shopIn(folder, installed(folder), 1_000, {
      runner: { agents: jobs },
      agents: { bot: { driver: "scripted", argv: [script] } },
      // Fails at once where nothing is, as a suite does.
      checks: [{ name: "tests", argv: ["sh", "-c", `test -e d0 && sleep ${checkMs / 1_000}`] }],
    });
    planned(shop.root, ids);
    const took: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      shop.cairn("run", ...asked, "--session", `s${round}`, "--no-input");
      took.push(landedIn(shop, `s${round}`));
    }
    const due = Math.ceil(jobs / atOnce) * checkMs;
    return {
      what: `places: landing ${jobs} jobs of ${filesEach} files each, with a check of ${checkMs / 1_000} s`,
      measured: `${spread(took, "ms")}, three rounds`,
      ratio: median(took) / due,
      goal: { is: "at most", ratio: 2 },
      against: `the checks that must run: each of the ${jobs} trees that land once, ${atOnce} at a time, ${due / 1_000} s; from the first work taken till the last landed`,
      stops:
        "each of the eight also needs its work taken out, two merges, a check of its own, two checkouts and two hosts; on two processors that takes about as long as the checks, which only wait",
    };
  });

/** From the start of `cairn run` till its agent's process tells the time. */
export const firstAgent = (): Promise<Figure> =>
  inFolder(async (folder) => {
    const stamp = join(folder, "stamp", "began");
    mkdirSync(dirname(stamp));
    const told = 'test -e "$0" || { date +%s%N > "$0.new"; mv "$0.new" "$0"; }';
    const shop = shopIn(folder, installed(folder), 1_000, {
      agents: { bot: { driver: "command", argv: ["/bin/sh", "-c", told, stamp] } },
      fence: { writes: [dirname(stamp)] },
    });
    planned(shop.root, ["1"]);
    const beginning = (session: string): number => {
      shop.cairn("run", "--later", ...asked, "--session", session, "--no-input");
      rmSync(stamp, { force: true });
      const from = Date.now();
      shop.cairn("run", session, "--no-input");
      return Number(readFileSync(stamp, "utf8")) / 1e6 - from;
    };
    const [bare, began]: [number[], number[]] = [[], []];
    for (let round = 0; round <= repeats; round += 1) {
      const ms = beginning(`s${round}`);
      // The first fills the pool.
      if (round === 0) continue;
      began.push(ms);
      bare.push(run(["-e", "0"], folder).ms);
    }
    const over = median(began) - median(bare);
    return {
      what: "places: `cairn run` till its agent's process began, from a filled pool at 1,000 files",
      measured: `${over.toFixed(0)} ms over bare Node: ${spread(began, "ms")}; \`node -e 0\` ${spread(bare, "ms")}`,
      ratio: over / 300,
      goal: { is: "at most", ratio: 1 },
      against: "300 ms over bare Node",
      stops:
        "most of it is the program's own start; the run's base costs five calls of git, its place three",
    };
  });
