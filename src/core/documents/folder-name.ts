// Names of folders: from a title, with a day, the first that is free.
import type { Time } from "../row.ts";

/** Lower-case words of a title, joined by hyphens; empty if none has a letter or digit. `most`: characters. */
export const kebab = (title: string, most = Number.POSITIVE_INFINITY): string =>
  title
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replace(/^-/u, "")
    .slice(0, most)
    .replace(/-$/u, "");

/** `20260317`, in UTC. */
export const dayOf = (at: Time): string => at.slice(0, 10).replaceAll("-", "");

/** The name, else with the first free number: `name-2`. */
export const freeName = (name: string, taken: readonly string[]): string => {
  let free = name;
  for (let n = 2; taken.includes(free); n += 1) free = `${name}-${n}`;
  return free;
};
