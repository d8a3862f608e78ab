// Hand editor of stigmergy's state file in crash tests: writes at any moment, on stale copies.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isRecord } from "../../../src/core/record.ts";
import type { Chance } from "../../sim/chance.ts";
import type { Ground } from "../ground.ts";
import type { Beside } from "../work.ts";
import { edited, editorName, grown } from "./trail.ts";

const fileOf = ({ home }: Ground): string => join(home, "state.json");
export const stateText = (here: Ground): string => readFileSync(fileOf(here), "utf8");

/** Writes `from` back with an entry more: by rename, or in place. */
export const addEntry = (
  here: Ground,
  summary: string,
  from: string,
  way: "rename" | "place" = "rename",
): void => {
  const state: unknown = JSON.parse(from);
  if (!isRecord(state) || !Array.isArray(state["history"]))
    throw new Error("the state file has no history");
  const entry = {
    timestamp: new Date().toISOString(),
    agent_id: editorName,
    signal: "NOTE",
    summary,
    files_modified: [],
  };
  const text = JSON.stringify(
    { ...state, system_signal: entry.signal, history: [...state["history"], entry] },
    null,
    2,
  );
  const path = fileOf(here);
  const other = `${path}.${editorName}`;
  writeFileSync(way === "rename" ? other : path, text);
  if (way === "rename") renameSync(other, path);
};

/** null: none is there yet, or somebody is writing it. */
const standing = (here: Ground): string | null => {
  if (!existsSync(fileOf(here))) return null;
  const text = stateText(here);
  try {
    JSON.parse(text);
    return text;
  } catch {
    return null;
  }
};

/** Our text ends a line, a hand's does not: over what nobody has read yet no older copy is written. */
const isOurs = (text: string): boolean => text.endsWith("\n");
/** As old as a copy may be, in texts that were seen. */
const oldest = 12;

/** Edits again and again until it is closed; what was seen of the file on the way must all be there at the end. */
export const edits = (here: Ground, chance: Chance): Beside => {
  const texts: string[] = [];
  let written = 0;
  const over = new AbortController();
  const look = (): string | null => {
    const text = standing(here);
    if (text !== null && texts.at(-1) !== text) texts.push(text);
    return text;
  };
  const edit = (): void => {
    const now = look();
    if (now === null) return;
    const old =
      isOurs(now) && chance.is(0.3)
        ? texts.at(-chance.between(1, Math.min(oldest, texts.length)))
        : undefined;
    addEntry(here, `eve ${written + 1}`, old ?? now, chance.is(0.5) ? "rename" : "place");
    written += 1;
    look();
  };
  const loop = async (): Promise<void> => {
    for (;;) {
      try {
        await sleep(chance.between(120, 900), undefined, { signal: over.signal });
      } catch {
        return;
      }
      edit();
    }
  };
  const running = loop();
  return {
    look: () => void look(),
    close: async () => {
      over.abort();
      await running;
      return written;
    },
    findings: () => {
      const last = stateText(here);
      const there = edited(last);
      const lost = Array.from({ length: written }, (_, n) => `eve ${n + 1}`).filter(
        (summary) => !there.includes(summary),
      );
      return [...lost.map((summary) => `an edit is lost: ${summary}`), ...grown(texts, last)];
    },
  };
};
