// In-memory `check` and `adopt` of a folder, as the program does them, thousands of times a minute.
import type { Finding } from "../../../src/core/run-files.ts";
import type { Message } from "../../../src/core/message.ts";
import type { Facts, Protocol } from "../../../src/core/protocol.ts";
import { isRefusal, type Refusal } from "../../../src/core/refusal.ts";
import { checkPath, type Look } from "../../../src/runtime/adoption/check.ts";
import { knownOf, ownOf } from "../../../src/runtime/adoption/found-folder.ts";
import { wouldAdopt } from "../../../src/runtime/adoption/would-adopt.ts";
import type { FoundFolder } from "../../../src/workspace/workspace.ts";
import { protocols } from "./folders.ts";

type Files = Readonly<Record<string, string>>;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const folderOf = (folder: string, files: Files): FoundFolder => ({
  folder,
  files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, bytes(text)])),
  unread: [],
  beside: [],
  userHome: "/home/ana",
});
const lookIn =
  (folder: string, files: Files): Look =>
  (path) => {
    if (path === folder) return folderOf(folder, files);
    const text = path.startsWith(`${folder}/`) ? files[path.slice(folder.length + 1)] : undefined;
    return text === undefined ? null : bytes(text);
  };

/** All findings of a folder, or of a file in it that is named alone. */
export const found = async (folder: string, files: Files, path = ""): Promise<readonly Finding[]> =>
  (await checkPath(path === "" ? folder : `${folder}/${path}`, lookIn(folder, files), protocols))
    ?.findings ?? [];

export const errorsOf = async (
  folder: string,
  files: Files,
  path = "",
): Promise<readonly Finding[]> =>
  (await found(folder, files, path)).filter(({ severity }) => severity === "error");

const types = new Map<string, ReadonlyMap<string, Message>>();
const typesOf = async (protocol: Protocol): Promise<ReadonlyMap<string, Message>> => {
  const known =
    types.get(protocol.name) ??
    new Map(protocol.messages.map((message) => [message.type, message]));
  types.set(protocol.name, known);
  return known;
};

const at = "2026-05-02T10:00:00.000Z";
/** A working tree in which everything lies that a folder speaks of. */
const facts: Facts = {
  at,
  root: "/repo",
  folder: null,
  repo: "repo",
  head: null,
  tree: "t",
  changed: [],
  files: {},
  outputs: {},
  commits: new Proxy<Record<string, boolean>>({}, { get: () => true }),
  contents: new Proxy<Record<string, string>>({}, { get: () => "content" }),
};

/** Why the folder isn't taken; null: it is. `false`: it is a folder that adoption isn't for. */
export const refusedOf = async (folder: string, files: Files): Promise<Refusal | null | false> => {
  const { found } = knownOf(folderOf(folder, files), {}, {});
  for (const protocol of protocols) {
    const adopted = await protocol.read(ownOf(protocol, found));
    if (adopted === null) continue;
    if (isRefusal(adopted)) return adopted;
    const birth = {
      run: "r1",
      root: ".",
      by: { kind: "person", name: "ana" },
      options: {},
    } as const;
    const taken = wouldAdopt(
      { protocol, types: await typesOf(protocol), now: () => at },
      adopted.start,
      facts,
      birth,
    );
    return isRefusal(taken) ? taken : null;
  }
  return false;
};
