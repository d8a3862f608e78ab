// Entry of `npm run crash`: kills of the real runner at random instants (--protocol, --kills, --seed, --at).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Chance, chanceOf } from "../sim/chance.ts";
import type { Fruit } from "./after-run.ts";
import { clear } from "./ground.ts";
import { type Kills, killAtGit } from "./landing-kills.ts";
import { builtProgram } from "./program.ts";
import { ralphWork } from "./ralph-work.ts";
import { type Tale, play } from "./story.ts";
import { ultraworkOf } from "./ultrawork-work.ts";
import type { Work } from "./work.ts";

const { values } = parseArgs({
  options: {
    protocol: { type: "string", default: "ultrawork" },
    /** git: not at drawn instants, but at calls of git of runs in places. */
    at: { type: "string", default: "instants" },
    kills: { type: "string", default: "200" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const [wanted, seed] = [Number(values.kills), Number(values.seed)];
if (!Number.isSafeInteger(wanted) || wanted < 1 || !Number.isSafeInteger(seed))
  throw new RangeError("--kills and --seed take whole numbers");

type Told = Omit<Tale, "fruit">;
const works: Readonly<Record<string, Work>> = {
  ultrawork: ultraworkOf(["1", "2", "3", "4"]),
  ralph: ralphWork,
};
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const ofKills = ({
  stories,
  kills,
  landings,
  locks,
  before,
  during,
  with: together,
  after,
}: Kills): string =>
  `${stories} runs, ${kills} runners killed (${before} before a call of git, ${during} while it went on, ${together} together with git, ${after} after it), ` +
  `${landings} landings, ${locks} locks left`;
if (values.at === "git") {
  say(`seed ${seed}, ${wanted} kills`);
  const began = performance.now();
  const sum = await killAtGit(wanted, seed, wanted < 100 ? 1 : 2, (story, done) =>
    say(`story ${story}: ${ofKills(done)}`),
  );
  say(`${ofKills(sum)}; ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  process.exit(0);
}

const work = works[values.protocol];
if (work === undefined)
  throw new RangeError(`--protocol takes one of ${Object.keys(works).join(", ")}`);
const folder = mkdtempSync(join(tmpdir(), "cairn-crash-"));
const program = builtProgram(folder);

const ofAll = (tales: readonly Told[], count: (tale: Told) => number): number =>
  tales.reduce((sum, tale) => sum + count(tale), 0);
const total = ({ kills }: Told): number => Object.values(kills).reduce((sum, one) => sum + one, 0);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const how = (by: (name: keyof Tale["kills"]) => number): string =>
  `${by("start")} in time, ${by("ledger")} after the ledger, ${by("spool")} after the spool, ${by("file")} after files, ${by("write")} at a write`;
/** Of a protocol whose files are edited meanwhile. */
const more = (edits: number): string => (edits === 0 ? "" : `${edits} edits by hand, `);

say(
  `seed ${seed}, ${wanted} kills; a story is played again by --seed with its own number and --kills 1`,
);

const failed = (tale: Told, story: number, ground: string): void => {
  say(`FAILED, seed ${story}; everything lies in ${ground}`);
  for (const line of tale.findings) say(`  ${line}`);
  for (const line of tale.trail) say(`    ${line}`);
  process.exitCode = 1;
};

/** Of the first story, which nobody disturbs: all others are held against it. */
let fruit: Fruit | null = null;
/** false: it failed, and its ground was left. */
const told = async (
  story: number,
  kills: (chance: Chance) => number,
  tales: Told[],
): Promise<boolean> => {
  const chance = chanceOf(story);
  const ground = await work.layOut(program, folder, chance);
  const tale = await play(work, ground, chance, kills(chance), fruit);
  fruit ??= tale.fruit;
  if (tale.findings.length > 0) {
    failed(tale, story, ground.folder);
    return false;
  }
  tales.push(tale);
  clear(ground);
  return true;
};

const undisturbed: Told[] = [];
let goesOn = await told(seed, () => 0, undisturbed);
for (const tale of undisturbed) say(`undisturbed: ${tale.events} events in ${seconds(tale.ms)}`);

const tales: Told[] = [];
for (let story = seed; goesOn && ofAll(tales, total) < wanted; story += 1) {
  goesOn = await told(story, (chance) => chance.between(8, 12), tales);
  const tale = tales.at(-1);
  if (!goesOn || tale === undefined) break;
  say(
    `story ${story}: ${total(tale)} kills (${how((name) => tale.kills[name])}; ${tale.beside} beside another runner), ${tale.hosts} hosts, ${more(tale.edits)}${tale.events} events, ${seconds(tale.ms)}; ${ofAll(tales, total)} of ${wanted}`,
  );
}
say(
  `${tales.length} runs, ${ofAll(tales, total)} runners killed (${how((name) => ofAll(tales, (tale) => tale.kills[name]))}; ` +
    `${ofAll(tales, (tale) => tale.beside)} beside another runner), ${ofAll(tales, (tale) => tale.hosts)} hosts killed, ${more(ofAll(tales, (tale) => tale.edits))}${seconds(ofAll(tales, (tale) => tale.ms))}`,
);
if (process.exitCode === undefined) rmSync(folder, { recursive: true, force: true });
