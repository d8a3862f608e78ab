// Check of files and folders without a ledger, by the protocol that knows them.
import { basename, dirname } from "node:path";
import type { Finding } from "../../core/run-files.ts";
import type { Protocol } from "../../core/protocol.ts";
import type { Path } from "../../core/row.ts";
import { utf8Text } from "../../core/utf8.ts";
import type { FoundFolder } from "../../workspace/workspace.ts";
import { adoptionFindings } from "./check-adoption.ts";
import { sought } from "./found-folder.ts";

/** The content of a path: a folder, a file's bytes, or why it can't be read; null: nothing. */
export type Look = (path: string) => FoundFolder | Uint8Array | string | null;
export type Checked = {
  readonly path: string;
  readonly protocol: string | null;
  readonly findings: readonly Finding[];
};

const whole = (
  path: Path,
  code: string,
  message: string,
  severity: Finding["severity"] = "error",
): Finding => ({ path, pointer: "", line: 1, column: 1, severity, code, message });
const utf8 = "it is no UTF-8 text";
const isOurs = (path: Path): boolean =>
  path.endsWith(".json") || path.endsWith(".jsonl") || path.endsWith(".md");

/** `tasks/1.json` of `/a/b/tasks/1.json`: the names of the file and its folder. */
const tailOf = (path: string): Path => path.split("/").slice(-2).join("/");

type Documents = {
  readonly files: Readonly<Record<Path, string>>;
  readonly unread: readonly Finding[];
};

const documentsOf = (folder: FoundFolder): Documents => {
  const files = new Map<Path, string>();
  const unread = folder.unread.flatMap(({ path, why, hides }) => {
    if (isOurs(path)) return [whole(path, "FILE_BROKEN", why)];
    // An unread folder may contain a part of the whole (`tasks`) and must not count as missing.
    return hides === true
      ? [whole(path, "PART_UNREAD", `${why}: what is behind it was not judged`, "warning")]
      : [];
  });
  for (const [path, bytes] of Object.entries(folder.files)) {
    const text = isOurs(path) ? utf8Text(bytes) : null;
    if (text !== null) files.set(path, text);
    else if (isOurs(path)) unread.push(whole(path, "FILE_BROKEN", utf8));
  }
  return { files: Object.fromEntries(files), unread };
};

type Judged = {
  readonly protocol: Protocol;
  readonly outside: Readonly<Record<Path, string>>;
  readonly findings: readonly Finding[];
};

/** `outside`: other files that the protocol needs. `folder`, `around`: names, as in `Protocol.check`. */
const judged = async (
  protocols: readonly Protocol[],
  files: Readonly<Record<Path, string>>,
  outsideOf: (protocol: Protocol) => Promise<Readonly<Record<Path, string>>> = () =>
    Promise.resolve({}),
  folder?: string,
  around?: string,
): Promise<Judged | null> => {
  for (const protocol of protocols) {
    const outside = await outsideOf(protocol);
    const findings = await protocol.check({ ...files, ...outside }, folder, around);
    if (findings !== null) return { protocol, outside, findings };
  }
  return null;
};

const unknown = (
  path: string,
  what: "folder" | "file",
  protocols: readonly Protocol[],
): Checked => {
  const names = protocols.map(({ name }) => name).join(", ");
  const said = `the ${what} is of no format that is known (${names}); \`cairn schema\` lists the documents`;
  return { path, protocol: null, findings: [whole("", "FORMAT_UNKNOWN", said)] };
};

/** Checks an absolute path; findings have paths relative to it, "" for itself. null: nothing exists there. */
export const checkPath = async (
  path: string,
  look: Look,
  protocols: readonly Protocol[],
): Promise<Checked | null> => {
  const found = look(path);
  if (found === null) return null;
  if (typeof found === "string")
    return { path, protocol: null, findings: [whole("", "FILE_BROKEN", found)] };
  if (found instanceof Uint8Array) {
    const text = utf8Text(found);
    if (text === null) return { path, protocol: null, findings: [whole("", "FILE_BROKEN", utf8)] };
    const one = await judged(
      protocols,
      { [tailOf(path)]: text },
      undefined,
      undefined,
      path.split("/").at(-3),
    );
    if (one === null) return unknown(path, "file", protocols);
    const { protocol, outside, findings } = one;
    // A file alone may be a whole folder; otherwise, or in another place, the missing rest is ignored.
    const nothing = { unread: [], beside: [], userHome: "/" };
    const alone = { ...nothing, folder: dirname(path), files: { [basename(path)]: found } };
    const refused = (await adoptionFindings(protocol, alone, outside, findings)).filter(
      ({ severity }) => severity === "error",
    );
    return {
      path,
      protocol: protocol.name,
      findings: [...findings, ...refused].map((finding) => ({ ...finding, path: "" })),
    };
  }
  const { files, unread } = documentsOf(found);
  const text = (at: string): string | null => {
    const file = look(at);
    return file instanceof Uint8Array ? utf8Text(file) : null;
  };
  const [around, folder] = path.split("/").slice(-2);
  const all = await judged(
    protocols,
    files,
    (protocol) => sought(protocol, { folder: found.folder, files }, text),
    folder,
    around,
  );
  if (all !== null) {
    const { protocol, outside, findings } = all;
    const refused = await adoptionFindings(protocol, found, outside, [...unread, ...findings]);
    return { path, protocol: protocol.name, findings: [...unread, ...findings, ...refused] };
  }
  if (unread.some(({ severity }) => severity === "error"))
    return { path, protocol: null, findings: unread };
  const none = unknown(path, "folder", protocols);
  return { ...none, findings: [...none.findings, ...unread] };
};
