// Configuration part about the sandbox of jobs.
import { isTexts, onlyKeys, section, type Wrong } from "./config-fields.ts";

export type FenceConfig = {
  /** required: nothing runs without a sandbox. auto: used if the system supports one. */
  readonly use: "required" | "auto" | "off";
  /** Checks have network access, too. */
  readonly network: boolean;
  /** Folders that jobs may write besides their places: absolute, or below `~/`. */
  readonly writes: readonly string[];
};
/** The sandbox of macOS is untested: it is used there only if configured. */
export const usualFence: FenceConfig = {
  use: process.platform === "darwin" ? "off" : "auto",
  network: false,
  writes: [],
};

const uses = ["required", "auto", "off"] as const;
const isWhole = (path: string): boolean =>
  /^(?:~\/|\/)./u.test(path) && !path.split("/").includes("..");

/** Either the mode alone (`"auto"`), or an object with it as `use`. `under`: the defaults; a sandbox required there can't be disabled. */
export const readFence = (
  value: unknown,
  wrong: Wrong,
  under: FenceConfig = usualFence,
): FenceConfig => {
  const given = typeof value === "string" ? { use: value } : section(value, "/fence", wrong);
  onlyKeys(given, ["use", "network", "writes"], "/fence", "the fence", wrong);
  const { use = under.use, network = under.network, writes = under.writes } = given;
  const known = uses.find((one) => one === use);
  if (known === undefined)
    wrong(
      "/fence",
      `must be one of ${uses.join(", ")}, or an object such as {"use": "auto", "network": true}`,
    );
  if (typeof network !== "boolean") wrong("/fence/network", "must be true or false");
  const folders = isTexts(writes) && writes.every(isWhole) ? writes : null;
  if (folders === null)
    wrong(
      "/fence/writes",
      'must be a list of folders, each absolute or below ~/ and without ..: ["~/.npm"]',
    );
  return {
    use: under.use === "required" ? under.use : (known ?? under.use),
    network: network === true,
    writes: folders ?? [],
  };
};
