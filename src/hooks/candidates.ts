// Store of commands that agents ran, as hints for evidence: a file per run, may be lost.
import {
  appendFileSync,
  closeSync,
  constants,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { parsed } from "../core/json/parsed.ts";
import { oneLine } from "../core/words/quote.ts";
import { isRecord } from "../core/json/record.ts";
import { redact } from "../core/secrets/redact.ts";
import type { Time } from "../core/row.ts";
import { notesFolder } from "./notes-folder.ts";

/** A command that an agent's program reports as run. `exit` null: not reported. It proves nothing. */
export type Candidate = {
  readonly at: Time;
  readonly unit: string;
  readonly job: string;
  readonly by: string;
  readonly command: string;
  readonly exit: number | null;
};

/** Limit per run; the older half is dropped beyond it. */
const mostBytes = 256 * 1024;
const fileOf = (home: string, run: string): string =>
  join(home, "cache", "hooks", "candidates", `${run}.jsonl`);

export const keepCandidate = (home: string, run: string, candidate: Candidate): void => {
  notesFolder(home, "candidates");
  const file = fileOf(home, run);
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const opened = openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  try {
    appendFileSync(
      opened,
      `${JSON.stringify({ ...candidate, command: oneLine(redact(candidate.command), 500) })}\n`,
    );
  } finally {
    closeSync(opened);
  }
  if (statSync(file).size <= mostBytes) return;
  const lines = readFileSync(file, "utf8").split("\n");
  const beside = `${file}.${process.pid}`;
  rmSync(beside, { force: true });
  writeFileSync(beside, lines.slice(lines.length / 2).join("\n"), { flag: "wx", mode: 0o600 });
  renameSync(beside, file);
};

const candidateIn = (line: string): readonly Candidate[] => {
  // A killed process may leave half a line.
  const value = parsed(line);
  if (!isRecord(value)) return [];
  const { at, unit, job, by, command, exit } = value;
  const texts = [at, unit, job, by, command].flatMap((one) =>
    typeof one === "string" ? [one] : [],
  );
  const [when, what, key, who, ran] = texts;
  if (
    when === undefined ||
    what === undefined ||
    key === undefined ||
    who === undefined ||
    ran === undefined
  )
    return [];
  return [
    {
      at: when,
      unit: what,
      job: key,
      by: who,
      command: ran,
      exit: typeof exit === "number" ? exit : null,
    },
  ];
};

/** In order; empty if nothing is stored or readable. */
export const candidatesOf = (home: string, run: string): readonly Candidate[] => {
  try {
    return readFileSync(fileOf(home, run), "utf8").split("\n").flatMap(candidateIn);
  } catch {
    return [];
  }
};
