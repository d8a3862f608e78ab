// Configuration part with the checks of all work, and the setup of a fresh checkout.
import { isPlainPath } from "../core/glob.ts";
import { isRecord } from "../core/record.ts";
import type { Ready, RepositoryCheck, Setup } from "../work/site.ts";
import {
  argvIn,
  type Fields,
  isText,
  isTexts,
  isWhole,
  onlyKeys,
  section,
  type Wrong,
} from "./config-fields.ts";

const mostSeconds = 7_200;
const usualSeconds = { checks: 900, setup: 1_800 } as const;

/** Within the tree, without `..`: `.` or a path with `/`. */
const isInside = (path: string): boolean =>
  path === "." ||
  (path !== "" &&
    !path.startsWith("/") &&
    !path.split("/").some((part) => part === ".." || part === ""));

const common = (value: Fields, at: string, usual: number, wrong: Wrong) => {
  const { cwd = ".", timeout_s: seconds = usual } = value;
  if (!isText(cwd) || !isInside(cwd))
    wrong(`${at}/cwd`, "must be a folder of the repository, such as . or web");
  const sound = isWhole(seconds, mostSeconds);
  if (!sound) wrong(`${at}/timeout_s`, `must be a whole number of seconds, 1 to ${mostSeconds}`);
  return {
    argv: argvIn(value["argv"], `${at}/argv`, wrong) ?? [],
    cwd: isText(cwd) ? cwd : ".",
    ms: (sound ? seconds : usual) * 1_000,
  };
};

const checksOf = (value: unknown, wrong: Wrong): readonly RepositoryCheck[] => {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    wrong("/checks", 'must be a list: [{"name": "tests", "argv": ["npm", "test"]}]');
    return [];
  }
  const names = new Set<string>();
  return value.flatMap((one: unknown, index): readonly RepositoryCheck[] => {
    const at = `/checks/${index}`;
    if (!isRecord(one)) {
      wrong(at, "must be an object with name and argv");
      return [];
    }
    onlyKeys(one, ["name", "argv", "cwd", "timeout_s", "pin"], at, "a check", wrong);
    const { name } = one;
    if (!isText(name) || name.trim() === "" || name.length > 80 || names.has(name))
      wrong(`${at}/name`, "must be a name of its own, at most 80 characters");
    else names.add(name);
    const pin = pathsOf(one["pin"], `${at}/pin`, (path) => path !== ".", wrong);
    return [
      {
        name: isText(name) ? name : "",
        ...common(one, at, usualSeconds.checks, wrong),
        ...(pin.length === 0 ? {} : { pin }),
      },
    ];
  });
};

const pathsOf = (
  value: unknown,
  at: string,
  isFit: (path: string) => boolean,
  wrong: Wrong,
): readonly string[] => {
  if (value === undefined) return [];
  if (isTexts(value) && value.every((path) => isInside(path) && isFit(path))) return value;
  wrong(at, "must be a list of paths within the repository, without ..");
  return [];
};

/** Matches exactly this path and all below it. */
const isName = (path: string): boolean => path !== "." && isPlainPath(path);

const setupOf = (value: unknown, wrong: Wrong): Setup | null => {
  if (value === undefined || value === null) return null;
  const setup = section(
    value,
    "/setup",
    wrong,
    '{"argv": ["npm", "ci"], "inputs": ["package-lock.json"], "makes": ["node_modules"]}',
  );
  onlyKeys(setup, ["argv", "cwd", "timeout_s", "inputs", "makes"], "/setup", "setup", wrong);
  return {
    ...common(setup, "/setup", usualSeconds.setup, wrong),
    inputs: pathsOf(setup["inputs"], "/setup/inputs", () => true, wrong),
    makes: pathsOf(setup["makes"], "/setup/makes", isName, wrong),
  };
};

export const readReady = (top: Fields, wrong: Wrong): Ready => {
  const place = section(top["place"] ?? undefined, "/place", wrong, '{"copy": [".env"]}');
  onlyKeys(place, ["copy"], "/place", "place", wrong);
  return {
    checks: checksOf(top["checks"], wrong),
    setup: setupOf(top["setup"], wrong),
    copy: pathsOf(place["copy"], "/place/copy", isName, wrong),
  };
};
