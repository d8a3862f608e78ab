// Why: `npm run crash [-- --protocol P --kills N --seed S]`: the real runner is killed with SIGKILL at drawn instants until it was often enough.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chanceOf } from "../sim/chance.ts";
import { clear } from "./ground.ts";
import { playerWork } from "./player-work.ts";
import { builtProgram } from "./program.ts";
import { type Tale, play } from "./story.ts";
import { ultraworkOf } from "./ultrawork-work.ts";

const { values } = parseArgs({
  options: {
    protocol: { type: "string", default: "ultrawork" },
    kills: { type: "string", default: "200" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const [wanted, seed] = [Number(values.kills), Number(values.seed)];
if (!Number.isSafeInteger(wanted) || wanted < 1 || !Number.isSafeInteger(seed))
  throw new RangeError("--kills and --seed take whole numbers");
const works = [ultraworkOf(["1", "2", "3", "4"]), playerWork];
const work = works.find(({ name }) => name === values.protocol);
if (work === undefined) throw new RangeError(`--protocol takes one of ${works.map(({ name }) => name).join(", ")}`);

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const ofAll = (tales: readonly Tale[], count: (tale: Tale) => number): number => tales.reduce((sum, tale) => sum + count(tale), 0);
const total = ({ kills }: Tale): number => kills.start + kills.ledger + kills.spool + kills.file;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const folder = mkdtempSync(join(tmpdir(), "cairn-crash-"));
const program = builtProgram(folder);
say(`seed ${seed}, ${wanted} kills; a story is played again by --seed with its own number and --kills 1`);

const failed = (tale: Tale, story: number, ground: string): void => {
  say(`FAILED, seed ${story}; everything lies in ${ground}`);
  for (const line of tale.findings) say(`  ${line}`);
  for (const line of tale.trail) say(`    ${line}`);
  process.exitCode = 1;
};

const undisturbed = await work.layOut(program, folder);
const first = await play(work, undisturbed, chanceOf(seed), 0, null);
if (first.findings.length > 0 || first.fruit === null) failed(first, seed, undisturbed.folder);
else {
  say(`undisturbed: ${first.events} events in ${seconds(first.ms)}`);
  clear(undisturbed);
  const tales: Tale[] = [];
  for (let story = seed; ofAll(tales, total) < wanted; story += 1) {
    const chance = chanceOf(story);
    const ground = await work.layOut(program, folder);
    const tale = await play(work, ground, chance, chance.between(8, 12), first.fruit);
    if (tale.findings.length > 0) {
      failed(tale, story, ground.folder);
      break;
    }
    tales.push(tale);
    clear(ground);
    const { start, ledger, spool, file } = tale.kills;
    const how = `${start} in time, ${ledger} after the ledger, ${spool} after the spool, ${file} after files`;
    say(
      `story ${story}: ${total(tale)} kills (${how}; ${tale.beside} beside another runner), ${tale.hosts} hosts, ${tale.events} events, ${seconds(tale.ms)}; ${ofAll(tales, total)} of ${wanted}`,
    );
  }
  const by = (name: keyof Tale["kills"]): number => ofAll(tales, (tale) => tale.kills[name]);
  say(
    `${tales.length} runs, ${ofAll(tales, total)} runners killed (${by("start")} in time, ${by("ledger")} after the ledger, ${by("spool")} after the spool, ${by("file")} after files; ` +
      `${ofAll(tales, (tale) => tale.beside)} beside another runner), ${ofAll(tales, (tale) => tale.hosts)} hosts killed, ${seconds(ofAll(tales, (tale) => tale.ms))}`,
  );
  if (process.exitCode === undefined) rmSync(folder, { recursive: true, force: true });
}
