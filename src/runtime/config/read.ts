// Reader of both configuration files: their schemas, then the rules that compare several places.
import type { Finding } from "../../core/message.ts";
import { isRecord } from "../../core/json/record.ts";
import { Fault, isRefusal, type Refusal, refuse, refuseAll } from "../../core/refusal.ts";
import { read } from "../../kit/findings.ts";
import { anything, type Schema } from "../../kit/schema.ts";
import { type Config, emptyConfig } from "../config.ts";
import { agentsOf, type Drivers, unstartable } from "./agents.ts";
import { budgetsOf } from "./budget.ts";
import { readyOf, repeated } from "./checks.ts";
import { commitOf } from "./commit.ts";
import { fenceOf } from "./fence.ts";
import { personalFile, repositoryFile } from "./schema.ts";

export type KnownNames = { readonly drivers: Drivers; readonly protocols: readonly string[] };
/** Defaults for values that a configuration doesn't set. */
export type Under = { readonly path: string; readonly config: Config };

/** Each object's unknown fields first: a misspelt one explains a missing one. */
const unknownFirst = (findings: readonly Finding[]): readonly Finding[] => {
  const ordered: Finding[] = [];
  for (const finding of findings) {
    const within = finding.pointer.slice(0, finding.pointer.lastIndexOf("/") + 1);
    const at = ordered.findIndex(
      ({ code, pointer }) =>
        pointer.startsWith(within) &&
        (code !== "FIELD_UNKNOWN" || pointer.slice(within.length).includes("/")),
    );
    if (finding.code !== "FIELD_UNKNOWN" || at < 0) ordered.push(finding);
    else ordered.splice(at, 0, finding);
  }
  return ordered;
};

/**
 * Reads a file's value, or refuses it with every finding: CONFIG_INVALID.
 * @param rules findings beyond the schema's
 * @param at pointer of the value in the file
 */
export const readAs = <T>(
  schema: Schema<T>,
  value: unknown,
  path: string,
  rules: readonly Finding[] = [],
  at = "",
): T | Refusal => {
  const found = read(schema, value);
  const shape = "findings" in found ? unknownFirst(found.findings) : [];
  const refusal = refuseAll(
    [...shape, ...rules].map((finding) => {
      const pointer = `${at}${finding.pointer}`;
      const where = pointer === "" ? path : `${path} ${pointer}`;
      return refuse("CONFIG_INVALID", `${where} ${finding.text}`, { path, pointer });
    }),
  );
  return refusal ?? ("value" in found ? found.value : refuse("CONFIG_INVALID", path));
};

/** @param schema name of the published schema. Fault CONFIG_INVALID */
export const sound = <T>(read: T | Refusal, schema = "config"): T => {
  if (!isRefusal(read)) return read;
  throw new Fault(
    "CONFIG_INVALID",
    (read.more ?? [read]).map((finding) => finding.text).join("\n"),
    `mend these places; \`cairn schema ${schema}\` shows the form`,
  );
};

const namesIn = (agents: unknown): readonly string[] =>
  isRecord(agents) ? Object.keys(agents) : [];

/** Reads the repository's file, or refuses it with every finding: CONFIG_INVALID. */
export const readConfig = (
  value: unknown,
  path: string,
  { drivers, protocols }: KnownNames,
  under: Under | null = null,
): Config | Refusal => {
  const top = isRecord(value) ? value : {};
  const inherited = under?.config.agents ?? {};
  const names = new Set([...Object.keys(inherited), ...namesIn(top["agents"])]);
  const given = readAs(repositoryFile(protocols, [...names], under?.path), value, path, [
    ...unstartable(top["agents"], drivers),
    ...repeated(top["checks"]),
  ]);
  if (isRefusal(given)) return given;
  const own = agentsOf(given.agents, drivers);
  const { protocol, runner, git, roles = {}, needs = {}, prices = {} } = given;
  return {
    ledger: given.ledger ?? null,
    protocol: protocol ?? null,
    runner: { agents: runner?.agents ?? emptyConfig.runner.agents },
    git: { remote: git?.remote ?? null },
    agents: { ...inherited, ...own },
    roles,
    personal:
      under === null
        ? null
        : {
            path: under.path,
            agents: Object.keys(inherited).filter((name) => !Object.hasOwn(own, name)),
            roles: under.config.roles,
          },
    needs,
    commit: commitOf(given.commit),
    history: given.history ?? emptyConfig.history,
    fence: fenceOf(given.fence, under?.config.fence),
    ready: readyOf(given),
    notify: under?.config.notify ?? null,
    budget: budgetsOf(given.budget),
    prices,
    options: Object.fromEntries(
      protocols.map((name) => [name, isRecord(top[name]) ? top[name] : {}]),
    ),
  };
};

/** Reads the personal file; refusal CONFIG_INVALID with every finding, except those in `notify`. */
export const readPersonal = (
  value: unknown,
  path: string,
  { drivers }: KnownNames,
): Config | Refusal => {
  const agents: unknown = isRecord(value) ? value["agents"] : undefined;
  const schema = personalFile(anything, namesIn(agents));
  const given = readAs(schema, value, path, unstartable(agents, drivers));
  if (isRefusal(given)) return given;
  return {
    ...emptyConfig,
    agents: agentsOf(given.agents, drivers),
    roles: given.roles ?? {},
    fence: fenceOf(given.fence),
    notify: given.notify === undefined ? null : { value: given.notify, path },
  };
};
