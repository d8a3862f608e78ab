// Survey for the doctor: unadopted or overstated sessions, stale template index, changed templates.
import { takesOver } from "../../core/adopt-words.ts";
import { note } from "../../core/diagnostic.ts";
import type { Diagnostic } from "../../core/dialect.ts";
import { member, plain, readJson } from "../../core/json.ts";
import type { Facts } from "../../core/protocol.ts";
import { isRecord } from "../../core/record.ts";
import { isRefusal } from "../../core/refusal.ts";
import { runFolders } from "../../core/run-folders.ts";
import type { FoundPlace, Survey } from "../../core/survey.ts";
import { check } from "./check/check.ts";
import { stateFile } from "./files/session.ts";
import { isOver } from "./nodes.ts";
import { templatesFolder, templatesIn } from "./start/resolve.ts";
import type { State } from "./state.ts";

const indexFile = `${templatesFolder}/index.json`;

const unadopted = ({ path, text }: FoundPlace): Diagnostic => {
  const fits = `${takesOver(path)}, if it isn't another ledger's`;
  const findings = text === null ? [] : (check({ [`${path}/${stateFile}`]: text }) ?? []);
  const overstated = findings.find(({ code }) => code === "STATUS_OVERSTATED");
  if (overstated !== undefined)
    return note(
      "folder-overstated",
      path,
      `${path} isn't adopted, and says more than is done: ${overstated.message}`,
      fits,
    );
  return note(
    "folder-unadopted",
    path,
    `${path} holds a ${stateFile}, and no run of this ledger has it`,
    fits,
  );
};

/** Paths in the index; null if it is missing or unreadable. */
const indexed = (text: string | undefined): ReadonlySet<string> | null => {
  const root = text === undefined ? null : readJson(text);
  const list = root === null || isRefusal(root) ? null : member(root, "templates");
  if (list?.is !== "array") return null;
  return new Set(
    list.items.flatMap((item) => {
      const entry = plain(item);
      const path = isRecord(entry) ? entry["path"] : null;
      return typeof path === "string" ? [path.replace(/^(?:\.\/)+/u, "")] : [];
    }),
  );
};

/** A stale index of another program may list anything, so only this many problems of each kind are shown. */
const mostDiagnostics = 20;

const firstOf = (all: readonly Diagnostic[]): readonly Diagnostic[] => {
  const [last] = all.slice(mostDiagnostics);
  if (last === undefined) return all;
  return [
    ...all.slice(0, mostDiagnostics),
    { ...last, subject: indexFile, text: `${all.length - mostDiagnostics} more are like those` },
  ];
};

const indexDiagnostics = ({ files }: Facts): readonly Diagnostic[] => {
  const text = files[indexFile]?.text;
  const entries = indexed(text);
  if (entries === null)
    return text === undefined
      ? []
      : [
          note(
            "index-broken",
            indexFile,
            `${indexFile} can't be read`,
            "composing a template makes it anew",
          ),
        ];
  const there = new Set(templatesIn(files).map(({ path }) => path));
  const named = (path: string): boolean =>
    entries.has(path) || entries.has(path.slice(templatesFolder.length + 1));
  const stands = (entry: string): boolean =>
    there.has(entry) || there.has(`${templatesFolder}/${entry}`);
  return [
    ...firstOf(
      [...entries]
        .filter((entry) => !stands(entry))
        .map((entry) =>
          note(
            "index-orphaned",
            entry,
            `${indexFile} names ${entry}, and no such template is there`,
            "take the entry out, or put the template back",
          ),
        ),
    ),
    ...firstOf(
      [...there]
        .filter((path) => !named(path))
        .map((path) =>
          note(
            "index-lacking",
            path,
            `${path} has no entry in ${indexFile}; lists here read the folder`,
            "add its entry, if other programs go by the index",
          ),
        ),
    ),
  ];
};

const pinDiagnostics = (runs: readonly State[], { files }: Facts): readonly Diagnostic[] =>
  runs.flatMap(({ run, template, ...state }): readonly Diagnostic[] => {
    const now = files[template.path];
    if (
      state.archived ||
      isOver(state) ||
      template.text === "" ||
      now === undefined ||
      now === null ||
      now.text === template.text
    )
      return [];
    const text = `${template.path} differs from what run ${run} plays, which was pinned at its start`;
    return [
      note(
        "pin-differs",
        run,
        text,
        `nothing, or \`cairn pause ${run}\` and \`cairn send ${run} RepinTemplate\``,
      ),
    ];
  });

export const survey: Survey<State> = {
  places: runFolders("player"),
  ask: (runs) => ({
    folders: [{ folder: templatesFolder, ending: ".json" }],
    files: [...new Set(runs.map(({ template }) => template.path))].filter(
      (path) => path !== "" && !path.startsWith("/") && !path.startsWith("~"),
    ),
  }),
  find: (runs, places, facts) => [
    ...places.filter(({ known }) => !known).map(unadopted),
    ...indexDiagnostics(facts),
    ...pinDiagnostics(runs, facts),
  ],
};
