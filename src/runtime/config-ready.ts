// The part of cairn.config.json that says what all work must pass, and what makes a fresh checkout ready for it.
import { isProgram, isWord } from "../core/launch-words.ts";
import { isPlainPath } from "../core/glob.ts";
import { isRecord } from "../core/record.ts";
import type { Finding } from "../core/shape.ts";
import type { Ready, RepositoryCheck, Setup } from "../work/site.ts";

type Fields = Readonly<Record<string, unknown>>;
const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

const mostSeconds = 7_200;
const usualSeconds = { checks: 900, setup: 1_800 } as const;

/** Within the tree, without `..`: `.` or a path with `/`. */
const isInside = (path: string): boolean =>
  path === "." || (path !== "" && !path.startsWith("/") && !path.split("/").some((part) => part === ".." || part === ""));

const argvOf = (value: unknown, at: string, findings: Finding[]): readonly string[] => {
  if (isTexts(value) && value.every(isWord) && value[0] !== undefined && isProgram(value[0])) return value;
  findings.push({ pointer: `${at}/argv`, text: 'must be a list of texts that begins with the program: ["npm", "test"]' });
  return [];
};

const common = (value: Fields, at: string, usual: number, findings: Finding[]) => {
  const { cwd = ".", timeout_s: seconds = usual } = value;
  if (!isText(cwd) || !isInside(cwd)) findings.push({ pointer: `${at}/cwd`, text: "must be a folder of the repository, such as . or web" });
  const sound = typeof seconds === "number" && Number.isInteger(seconds) && seconds >= 1 && seconds <= mostSeconds;
  if (!sound) findings.push({ pointer: `${at}/timeout_s`, text: `must be a whole number of seconds, 1 to ${mostSeconds}` });
  return { argv: argvOf(value["argv"], at, findings), cwd: isText(cwd) ? cwd : ".", ms: (sound ? seconds : usual) * 1_000 };
};

const onlyKeys = (value: Fields, keys: readonly string[], at: string, findings: Finding[]): void => {
  for (const key of Object.keys(value))
    if (!keys.includes(key)) findings.push({ pointer: `${at}/${key}`, text: `is no key of it: ${keys.join(", ")}` });
};

const checksOf = (value: unknown, findings: Finding[]): readonly RepositoryCheck[] => {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    findings.push({ pointer: "/checks", text: 'must be a list: [{"name": "tests", "argv": ["npm", "test"]}]' });
    return [];
  }
  const names = new Set<string>();
  return value.flatMap((one: unknown, index): readonly RepositoryCheck[] => {
    const at = `/checks/${index}`;
    if (!isRecord(one)) {
      findings.push({ pointer: at, text: "must be an object with name and argv" });
      return [];
    }
    onlyKeys(one, ["name", "argv", "cwd", "timeout_s"], at, findings);
    const { name } = one;
    if (!isText(name) || name.trim() === "" || name.length > 80 || names.has(name))
      findings.push({ pointer: `${at}/name`, text: "must be a name of its own, at most 80 characters" });
    else names.add(name);
    return [{ name: isText(name) ? name : "", ...common(one, at, usualSeconds.checks, findings) }];
  });
};

const pathsOf = (value: unknown, at: string, isFit: (path: string) => boolean, findings: Finding[]): readonly string[] => {
  if (value === undefined) return [];
  if (isTexts(value) && value.every((path) => isInside(path) && isFit(path))) return value;
  findings.push({ pointer: at, text: "must be a list of paths within the repository, without .." });
  return [];
};

const setupOf = (value: unknown, findings: Finding[]): Setup | null => {
  if (value === undefined || value === null) return null;
  if (!isRecord(value)) {
    findings.push({
      pointer: "/setup",
      text: 'must be an object: {"argv": ["npm", "ci"], "inputs": ["package-lock.json"], "makes": ["node_modules"]}',
    });
    return null;
  }
  onlyKeys(value, ["argv", "cwd", "timeout_s", "inputs", "makes"], "/setup", findings);
  return {
    ...common(value, "/setup", usualSeconds.setup, findings),
    inputs: pathsOf(value["inputs"], "/setup/inputs", () => true, findings),
    makes: pathsOf(value["makes"], "/setup/makes", (path) => path !== "." && isPlainPath(path), findings),
  };
};

/** Adds what is wrong to the findings. */
export const readReady = (top: Fields, findings: Finding[]): Ready => {
  const place = top["place"] ?? {};
  if (!isRecord(place)) findings.push({ pointer: "/place", text: 'must be an object: {"copy": [".env"]}' });
  else onlyKeys(place, ["copy"], "/place", findings);
  return {
    checks: checksOf(top["checks"], findings),
    setup: setupOf(top["setup"], findings),
    copy: isRecord(place) ? pathsOf(place["copy"], "/place/copy", (path) => path !== "." && isPlainPath(path), findings) : [],
  };
};
