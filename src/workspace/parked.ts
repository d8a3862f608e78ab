// Cache of agents that wait for the end of a limit, shared by the checkout's runs and shown for them.
import { parsed } from "../core/json/parsed.ts";
import { isRecord } from "../core/json/record.ts";
import type { Time } from "../core/row.ts";
import { readCached, writeCached } from "./cached.ts";
import type { Parked } from "./workspace.ts";

const [folder, name] = ["agents", "parked"];

/** Without those whose time is over. */
export const parkedAt = (home: string, now: Time): Readonly<Record<string, Parked>> => {
  const told = parsed(readCached(home, folder, name));
  return Object.fromEntries(
    Object.entries(isRecord(told) ? told : {}).flatMap(([agent, one]) => {
      if (!isRecord(one)) return [];
      const { until, why } = one;
      return typeof until === "string" && typeof why === "string" && until > now
        ? [[agent, { until, why }]]
        : [];
    }),
  );
};

/** The newest word about an agent counts. */
export const park = (home: string, agent: string, now: Time, to: Parked): void =>
  writeCached(home, folder, name, JSON.stringify({ ...parkedAt(home, now), [agent]: to }));
