// Makes the pictures of README.md from a real run in a terminal and a real page in Chromium (`npm run record`); agents are scripted.
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setStage } from "../test/fixtures/shop/stage.ts";
import { builtLauncher } from "../test/fixtures/built.ts";
import { framesOf } from "./record/screen.ts";
import { pagePictures } from "./record/page.ts";
import { svgOf } from "./record/svg.ts";
import { recorded, type Scene } from "./record/terminal.ts";

const top = join(import.meta.dirname, "..");
const folder = join(top, "docs/pictures");
const size = { columns: 100, rows: 32 };
const MAX_SVG_BYTES = 300_000;

const goal = "Count quantities, add slugs and a CSV export";

/** The story: a goal, a plan that a person approves, a false "done" that is caught, and the merge. */
const scenes = (cairn: readonly string[], home: string): readonly Scene[] => [
  {
    argv: [...cairn, "run", goal, "--home", home],
    shown: `cairn run "${goal}"`,
    exit: 0,
    answers: [
      { prompt: /later/u, text: "\r" },
      { prompt: /merge[^]*No/iu, text: "y" },
    ],
  },
];

const recording = async (): Promise<string> => {
  const stage = await setStage(process.env, { cart: "broken" });
  try {
    const env = {
      ...stage.env,
      HOME: stage.folder,
      TERM: "xterm-256color",
      USER: "ana",
      LOGNAME: "ana",
    };
    const chunks = await recorded(
      scenes([process.execPath, builtLauncher()], stage.home),
      size,
      stage.root,
      env,
    );
    return svgOf(
      await framesOf(chunks, size),
      size,
      "A recording of cairn run: plan, approval, work, a false done caught, merge",
    );
  } finally {
    rmSync(stage.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
};

const parts = process.argv.slice(2);
const chosen = (part: string): boolean => parts.length === 0 || parts.includes(part);
mkdirSync(folder, { recursive: true });
if (chosen("terminal")) {
  const path = join(folder, "run.svg");
  writeFileSync(path, await recording());
  const { size: bytes } = statSync(path);
  if (bytes > MAX_SVG_BYTES)
    throw new Error(`${path} has ${bytes} bytes, more than ${MAX_SVG_BYTES}`);
  console.log(`${path}: ${bytes} bytes`);
}
if (chosen("page"))
  for (const path of await pagePictures(folder))
    console.log(`${path}: ${statSync(path).size} bytes`);
