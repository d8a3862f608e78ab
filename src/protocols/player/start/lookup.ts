// The template of a start, and the run that is played again, read from the disk as facts.
import { plain, readJson } from "../../../core/json/json.ts";
import type { Ask, Facts } from "../../../core/protocol.ts";
import { isRecord } from "../../../core/json/record.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { archiveFolder, sessionsFolder, templateFile } from "../place.ts";
import { isPath, type Lookup, resolve, type Resolved, templatesFolder } from "./resolve.ts";

const stateFile = "session-state.json";
const sessionName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/u;

const agains = (again: string | null): readonly string[] =>
  again === null || !sessionName.test(again)
    ? []
    : [sessionsFolder, archiveFolder].flatMap((folder) => [
        `${folder}/${again}/${stateFile}`,
        `${folder}/${again}/${templateFile}`,
      ]);

const shared = { folder: templatesFolder, ending: ".json" } as const;

/** One file, anywhere if its path is absolute. */
export const templateFileAsk = (path: string): Ask => {
  if (!path.startsWith("/")) return { given: true, files: [path.replace(/^(?:\.\/)+/u, "")] };
  const at = path.lastIndexOf("/");
  // Without a file name, the whole folder would be read.
  const name = path.slice(at + 1);
  return name === ""
    ? {}
    : { given: true, folders: [{ folder: path.slice(0, at) || "/", ending: name }] };
};

/** Files to read to find the template. */
export const templateAsk = (template: string | null, again: string | null): Ask => {
  const { files = [], folders = [] } =
    template !== null && isPath(template) ? templateFileAsk(template) : {};
  return { given: true, folders: [shared, ...folders], files: [...files, ...agains(again)] };
};

/** The run to play again, as read from its files. */
export type Again = {
  readonly name: string;
  readonly path: string | null;
  readonly text: string | null;
  /** Merges its context with the values given now, which take precedence. */
  with(data: { readonly context?: object | undefined }): {
    readonly context: Readonly<Record<string, unknown>>;
  };
};

const parsed = (text: string): Readonly<Record<string, unknown>> => {
  const node = readJson(text);
  const value = isRefusal(node) ? null : plain(node);
  return isRecord(value) ? value : {};
};

export const againOf = (again: string | null, facts: Facts): Again | null => {
  if (again === null) return null;
  const files = agains(again).map((path) => facts.files[path] ?? null);
  const state = parsed((files[0] ?? files[2])?.text ?? "");
  const path = state["template_path"];
  return {
    name: again,
    path: typeof path === "string" ? path : null,
    text: (files[1] ?? files[3])?.text ?? null,
    with: ({ context: given }) => ({
      context: { ...(isRecord(state["context"]) ? state["context"] : {}), ...given },
    }),
  };
};

type Filled = {
  readonly template_path: string;
  readonly template_text: string;
  readonly lookup: Lookup;
};
const filled = ({ path, text, lookup }: Resolved): Filled => ({
  template_path: path,
  template_text: text,
  lookup,
});

/** For a replay: the template as it is now, if it still exists in its folder, else as pinned. */
export const fillTemplate = (
  template: string | null,
  facts: Facts,
  again: Again | null,
): Filled => {
  if (template !== null || again === null) {
    const found = resolve(template ?? "", facts.files);
    const inside = found.path.startsWith(`${facts.root}/`)
      ? found.path.slice(facts.root.length + 1)
      : found.path;
    return filled({ ...found, path: inside });
  }
  const now = again.path === null ? null : (facts.files[again.path] ?? null);
  const text = now?.text ?? again.text;
  if (text === null || again.path === null)
    return filled({ lookup: { is: "none", names: [] }, path: "", text: "" });
  return filled({ lookup: { is: "one", names: [again.name] }, path: again.path, text });
};
