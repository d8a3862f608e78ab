// Reads the personal configuration: what is its owner's alone, and nothing that a team has to agree on.
import { isRecord } from "../core/record.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../core/refusal.ts";
import { type Config, type Known, readConfig } from "./config.ts";

const personalKeys: readonly string[] = ["agents", "roles", "fence", "notify"];

/** Refusal CONFIG_INVALID with every finding, but for those in `notify`. */
export const readPersonal = (value: unknown, path: string, known: Known): Config | Refusal => {
  const team = isRecord(value)
    ? Object.keys(value).filter((key) => !personalKeys.includes(key))
    : [];
  const text =
    "belongs in the repository's cairn.config.json: this file holds agents, roles, the fence and notify";
  const misplaced = refuseAll(
    team.map((key) =>
      refuse("CONFIG_INVALID", `${path} /${key} ${text}`, { path, pointer: `/${key}` }),
    ),
  );
  if (misplaced !== null) return misplaced;
  const { notify, ...shared } = isRecord(value) ? value : {};
  const config = readConfig(isRecord(value) ? shared : value, path, known);
  return isRefusal(config) || notify === undefined
    ? config
    : { ...config, notify: { value: notify, path } };
};
