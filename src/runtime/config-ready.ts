// The part of cairn.config.json that says what all work must pass, and what makes a fresh checkout ready for it.
import { isPlainPath } from "../core/glob.ts";
import { isRecord } from "../core/record.ts";
import type { Finding } from "../core/message.ts";
import type { Ready, RepositoryCheck, Setup } from "../work/site.ts";
import { argvIn, type Fields, isText, isTexts, onlyKeys, section } from "./config-fields.ts";

const mostSeconds = 7_200;
const usualSeconds = { checks: 900, setup: 1_800 } as const;

/** Within the tree, without `..`: `.` or a path with `/`. */
const isInside = (path: string): boolean =>
  path === "." ||
  (path !== "" &&
    !path.startsWith("/") &&
    !path.split("/").some((part) => part === ".." || part === ""));

const common = (value: Fields, at: string, usual: number, findings: Finding[]) => {
  const { cwd = ".", timeout_s: seconds = usual } = value;
  if (!isText(cwd) || !isInside(cwd))
    findings.push({
      pointer: `${at}/cwd`,
      text: "must be a folder of the repository, such as . or web",
    });
  const sound =
    typeof seconds === "number" &&
    Number.isInteger(seconds) &&
    seconds >= 1 &&
    seconds <= mostSeconds;
  if (!sound)
    findings.push({
      pointer: `${at}/timeout_s`,
      text: `must be a whole number of seconds, 1 to ${mostSeconds}`,
    });
  return {
    argv: argvIn(value["argv"], `${at}/argv`, findings) ?? [],
    cwd: isText(cwd) ? cwd : ".",
    ms: (sound ? seconds : usual) * 1_000,
  };
};

const checksOf = (value: unknown, findings: Finding[]): readonly RepositoryCheck[] => {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    findings.push({
      pointer: "/checks",
      text: 'must be a list: [{"name": "tests", "argv": ["npm", "test"]}]',
    });
    return [];
  }
  const names = new Set<string>();
  return value.flatMap((one: unknown, index): readonly RepositoryCheck[] => {
    const at = `/checks/${index}`;
    if (!isRecord(one)) {
      findings.push({ pointer: at, text: "must be an object with name and argv" });
      return [];
    }
    onlyKeys(one, ["name", "argv", "cwd", "timeout_s", "pin"], at, "a check", findings);
    const { name } = one;
    if (!isText(name) || name.trim() === "" || name.length > 80 || names.has(name))
      findings.push({
        pointer: `${at}/name`,
        text: "must be a name of its own, at most 80 characters",
      });
    else names.add(name);
    const pin = pathsOf(one["pin"], `${at}/pin`, (path) => path !== ".", findings);
    return [
      {
        name: isText(name) ? name : "",
        ...common(one, at, usualSeconds.checks, findings),
        ...(pin.length === 0 ? {} : { pin }),
      },
    ];
  });
};

const pathsOf = (
  value: unknown,
  at: string,
  isFit: (path: string) => boolean,
  findings: Finding[],
): readonly string[] => {
  if (value === undefined) return [];
  if (isTexts(value) && value.every((path) => isInside(path) && isFit(path))) return value;
  findings.push({ pointer: at, text: "must be a list of paths within the repository, without .." });
  return [];
};

/** Just this path, and all below it. */
const isName = (path: string): boolean => path !== "." && isPlainPath(path);

const setupOf = (value: unknown, findings: Finding[]): Setup | null => {
  if (value === undefined || value === null) return null;
  const setup = section(
    value,
    "/setup",
    findings,
    '{"argv": ["npm", "ci"], "inputs": ["package-lock.json"], "makes": ["node_modules"]}',
  );
  onlyKeys(setup, ["argv", "cwd", "timeout_s", "inputs", "makes"], "/setup", "setup", findings);
  return {
    ...common(setup, "/setup", usualSeconds.setup, findings),
    inputs: pathsOf(setup["inputs"], "/setup/inputs", () => true, findings),
    makes: pathsOf(setup["makes"], "/setup/makes", isName, findings),
  };
};

/** Adds what is wrong to the findings. */
export const readReady = (top: Fields, findings: Finding[]): Ready => {
  const place = section(top["place"] ?? undefined, "/place", findings, '{"copy": [".env"]}');
  onlyKeys(place, ["copy"], "/place", "place", findings);
  return {
    checks: checksOf(top["checks"], findings),
    setup: setupOf(top["setup"], findings),
    copy: pathsOf(place["copy"], "/place/copy", isName, findings),
  };
};
