// Hands in Ralph's files while its runners die: what they write stands there, or is kept aside, and takes nothing away.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isRecord } from "../../src/core/json/record.ts";
import type { Chance } from "../sim/chance.ts";
import type { Ground } from "./ground.ts";
import type { Beside } from "./work.ts";

const files = ["prd.json", "progress.txt"] as const;
type File = (typeof files)[number];

const mark = /\beve \d+\b/gu;
const marksIn = (text: string): readonly string[] => text.match(mark) ?? [];
const isHand = (line: string): boolean => /^- eve \d+$/u.test(line);

type Note = { readonly unit: string; readonly passed: boolean; readonly text: string };
/** What a progress file tells of each try. */
export const notesIn = (text: string): readonly Note[] =>
  text
    .split("\n")
    .filter((line) => !isHand(line))
    .join("\n")
    .split(/^## /mu)
    .slice(1)
    .map((note) => {
      const [head = "", ...rest] = note.trimEnd().split("\n");
      return {
        unit: head.split(" - ").at(-1) ?? "",
        passed: note.includes("- Result: passed"),
        text: rest.join("\n").replaceAll(/\b[0-9a-f]{7,40}\b/gu, "COMMIT"),
      };
    });

const prdOf = (text: string): Readonly<Record<string, unknown>> => {
  const prd: unknown = JSON.parse(text);
  if (!isRecord(prd)) throw new Error(`the PRD is no object: ${text}`);
  return prd;
};

/** What two runs come to, whoever wrote beside them: times, commits and tries that failed are a run's own. */
export const withoutHands = (path: string, text: string): string => {
  if (path === "progress.txt")
    return notesIn(text)
      .filter(({ passed }) => passed)
      .map(({ unit, text: said }) => `${unit}\n${said}`)
      .join("\n");
  if (path !== "prd.json") return text;
  const own = Object.entries(prdOf(text)).filter(([key]) => marksIn(key).length === 0);
  return JSON.stringify(Object.fromEntries(own), null, 1);
};

const edited = (file: File, text: string, word: string): string =>
  file === "progress.txt"
    ? `${text}- ${word}\n`
    : `${JSON.stringify({ ...prdOf(text), [word]: "was here" }, null, 2)}\n`;

const asideOf = ({ root }: Ground): string => {
  const refused = join(root, ".git/cairn/refused");
  if (!existsSync(refused)) return "";
  return readdirSync(refused, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), "utf8"))
    .join("\n");
};

/** `last`: what the files say; `told`: what the progress file said on the way, of which the engine's lines stay. */
export const handFindings = (
  written: number,
  last: string,
  aside: string,
  told: readonly string[],
): readonly string[] => {
  const [there, kept] = [marksIn(last), new Set(marksIn(aside))];
  const lines = new Set(last.split("\n"));
  const gone = told.flatMap((text) => text.split("\n")).filter((line) => !lines.has(line));
  return [
    ...Array.from({ length: written }, (_, n) => `eve ${n + 1}`).flatMap((word) => {
      const times = there.filter((one) => one === word).length;
      if (times > 1) return [`an edit stands there ${times} times: ${word}`];
      return times === 1 || kept.has(word) ? [] : [`an edit is lost: ${word}`];
    }),
    ...[...new Set(gone)]
      .filter((line) => !isHand(line))
      .map((line) => `a line that stood there is gone: ${line}`),
  ];
};

/** Edits again and again until it is closed: in place or by rename, now and then on an older copy, but never over a hand's own word. */
export const ralphHands = (here: Ground, chance: Chance): Beside => {
  const seen: Readonly<Record<File, string[]>> = { "prd.json": [], "progress.txt": [] };
  let written = 0;
  const over = new AbortController();
  const look = (file: File): string | null => {
    const path = join(here.home, file);
    if (!existsSync(path)) return null;
    const text = readFileSync(path, "utf8");
    if (seen[file].at(-1) !== text) seen[file].push(text);
    return text;
  };
  const edit = (): void => {
    const file = chance.pick(files);
    const now = look(file);
    if (now === null) return;
    const older = seen[file].filter((text) =>
      marksIn(now).every((word) => marksIn(text).includes(word)),
    );
    const from = chance.is(0.25) && older.length > 0 ? chance.pick(older) : now;
    written += 1;
    const path = join(here.home, file);
    const renames = chance.is(0.5);
    const text = edited(file, from, `eve ${written}`);
    writeFileSync(renames ? `${path}.eve` : path, text);
    if (renames) renameSync(`${path}.eve`, path);
  };
  const loop = async (): Promise<void> => {
    for (;;) {
      try {
        await sleep(chance.between(200, 1_500), undefined, { signal: over.signal });
      } catch {
        return;
      }
      edit();
    }
  };
  const running = loop();
  return {
    look: () => files.forEach(look),
    close: async () => {
      over.abort();
      await running;
      return written;
    },
    findings: () => {
      const last = files.map((file) => readFileSync(join(here.home, file), "utf8")).join("\n");
      return handFindings(written, last, asideOf(here), seen["progress.txt"]);
    },
  };
};
