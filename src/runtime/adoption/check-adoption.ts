// Findings of `check` for folders that `adopt` would refuse, where no document shows why.
import { messagesOf } from "../engine.ts";
import { dirname } from "node:path";
import type { Finding } from "../../core/run-files.ts";
import type { Facts, Protocol } from "../../core/protocol.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import type { FoundFolder } from "../../workspace/workspace.ts";
import { knownOf, ownOf } from "./found-folder.ts";
import { wouldAdopt } from "./would-adopt.ts";

/** Facts without a working tree: a folder's statements about it weaken the adopted state but refuse nothing. */
const nothingSeen: Facts = {
  at: "2000-01-01T00:00:00.000Z",
  root: "/",
  folder: null,
  repo: null,
  head: null,
  tree: null,
  changed: [],
  files: {},
  outputs: {},
  commits: {},
};
const somebody = { kind: "person", name: "somebody" } as const;

const taken = async (
  protocol: Protocol,
  folder: FoundFolder,
  outside: Readonly<Record<Path, string>>,
): Promise<Refusal | null | "none"> => {
  const found = ownOf(protocol, knownOf(folder, {}, {}).found);
  const adopted = await protocol.read({ ...found, files: { ...found.files, ...outside } });
  if (adopted === null) return "none";
  if (isRefusal(adopted)) return adopted;
  const types = messagesOf(protocol);
  const birth = { run: "checked", root: ".", by: somebody, options: {} };
  const would = wouldAdopt(
    { protocol, types, now: () => nothingSeen.at },
    adopted.start,
    nothingSeen,
    birth,
  );
  return isRefusal(would) ? would : null;
};

const findingsOf = (refusal: Refusal, prefix: Path): readonly Finding[] =>
  (refusal.more ?? [refusal]).map(
    ({ code, text, path = "", pointer = "", line = 1, column = 1, fits }) => ({
      path: path.startsWith("/") ? prefix.slice(0, -1) : `${prefix}${path}`,
      pointer,
      line,
      column,
      // Documents are judged wherever they are; the location is not their fault.
      severity: code === "PLACE_UNFIT" ? "warning" : "error",
      code,
      message: `adopt refuses it: ${text}`,
      ...(fits === undefined ? {} : { hint: fits }),
    }),
  );

const partOf = (folder: FoundFolder, prefix: Path): FoundFolder => ({
  ...folder,
  folder: `${folder.folder}/${prefix.slice(0, -1)}`,
  files: Object.fromEntries(
    Object.entries(folder.files).flatMap(([path, bytes]) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length), bytes]] : [],
    ),
  ),
  unread: folder.unread.flatMap((one) =>
    one.path.startsWith(prefix) ? [{ ...one, path: one.path.slice(prefix.length) }] : [],
  ),
});

/** Why a valid folder can't be adopted, or its subfolders if it holds several runs. `judged`: the findings about it. */
export const adoptionFindings = async (
  protocol: Protocol,
  folder: FoundFolder,
  outside: Readonly<Record<Path, string>>,
  judged: readonly Finding[],
): Promise<readonly Finding[]> => {
  const sound = (prefix: Path): boolean =>
    !judged.some(({ severity, path }) => severity === "error" && path.startsWith(prefix));
  const whole = sound("") ? await taken(protocol, folder, outside) : null;
  if (whole !== "none") return whole === null ? [] : findingsOf(whole, "");
  const folders = new Set(
    Object.keys(folder.files).flatMap((path) => (path.includes("/") ? [`${dirname(path)}/`] : [])),
  );
  const found: Finding[] = [];
  for (const prefix of folders) {
    const part = sound(prefix) ? await taken(protocol, partOf(folder, prefix), {}) : null;
    if (part !== null && part !== "none" && part.code !== "PLACE_UNFIT")
      found.push(...findingsOf(part, prefix));
  }
  return found;
};
