// Reader of the personal configuration: only what a team needn't agree on.
import { isRecord } from "../core/record.ts";
import { isRefusal, type Refusal } from "../core/refusal.ts";
import { type Config, type KnownNames, readConfig } from "./config.ts";
import { readFields } from "./config-fields.ts";

const personalKeys: readonly string[] = ["agents", "roles", "fence", "notify"];

/** Refusal CONFIG_INVALID with every finding, except those in `notify`. */
export const readPersonal = (value: unknown, path: string, known: KnownNames): Config | Refusal => {
  const team = isRecord(value)
    ? Object.keys(value).filter((key) => !personalKeys.includes(key))
    : [];
  const misplaced = readFields(path, (wrong) => {
    for (const key of team)
      wrong(
        `/${key}`,
        "belongs in the repository's cairn.config.json: this file holds agents, roles, the fence and notify",
      );
  });
  if (isRefusal(misplaced)) return misplaced;
  const { notify, ...shared } = isRecord(value) ? value : {};
  const config = readConfig(isRecord(value) ? shared : value, path, known);
  return isRefusal(config) || notify === undefined
    ? config
    : { ...config, notify: { value: notify, path } };
};
