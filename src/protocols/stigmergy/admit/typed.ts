// Typed reader of an edited state file: wrong types refused with their places (specification, section 8).
import { type JsonNode, kinds } from "../../../core/json.ts";
import { finding, itemsOf, missing, type Part, partOf, wrongType } from "../../../core/part.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { keysOf } from "../files/layout.ts";
import { type Vocabulary, vocabulary } from "../read/words.ts";
import type { Autonomy, IssueStatus, Status, StoryStatus } from "../state.ts";
import type { epicWords } from "../words.ts";

/** A value with the place where it stands. */
export type Told<T> = { readonly value: T; readonly part: Part };
export type StoryDoc = {
  readonly part: Part;
  readonly id: string;
  readonly title: Told<string>;
  readonly status: Told<StoryStatus>;
  readonly agent: string | null;
};
export type EpicDoc = {
  readonly part: Part;
  readonly id: number;
  readonly title: Told<string>;
  readonly status: Told<(typeof epicWords)[number]>;
  readonly stories: readonly StoryDoc[];
};
export type IssueDoc = {
  readonly part: Part;
  readonly id: string;
  readonly at: string | null;
  readonly status: Told<IssueStatus>;
  readonly summary: Told<string>;
  readonly refs: readonly Told<string>[];
};
export type StateDoc = {
  readonly part: Part;
  readonly name: Told<string>;
  readonly autonomy: Told<Autonomy>;
  readonly status: Told<Status>;
  readonly signal: Told<string>;
  readonly manifest: Part;
  readonly epics: readonly EpicDoc[];
  readonly history: Part;
  readonly entries: readonly Part[];
  readonly issueLog: Part;
  readonly issues: readonly IssueDoc[];
};

/** Reads keys and gathers what doesn't fit. */
const reading = () => {
  const findings: Refusal[] = [];
  const mistyped = (part: Part, wanted: string): null => {
    findings.push(wrongType(part, wanted));
    return null;
  };
  const key = (of: Part, name: string, is: JsonNode["is"]): Part | null => {
    const part = partOf(of, name);
    if (part === null) {
      findings.push(missing(of, name, kinds[is]));
      return null;
    }
    return part.node.is === is ? part : mistyped(part, kinds[is]);
  };
  const text = (of: Part, name: string): Told<string> | null => {
    const part = key(of, name, "string");
    return part?.node.is === "string" ? { value: part.node.value, part } : null;
  };
  const word = <T extends string>(
    of: Part,
    name: string,
    { words, old }: Vocabulary<T>,
  ): Told<T> | null => {
    const said = text(of, name);
    if (said === null) return null;
    const value = words.find((one) => one === said.value);
    if (value !== undefined) return { value, part: said.part };
    const today =
      old.get(said.value) ??
      words.find((one) => one.toLowerCase() === said.value.trim().toLowerCase());
    const shown = JSON.stringify(said.value.slice(0, 80));
    const fits =
      today === undefined ? words.join(", ") : `${said.value.slice(0, 80)}: write ${today}`;
    findings.push(finding(said.part, "VALUE_UNKNOWN", `${name} can't be ${shown}`, fits));
    return null;
  };
  const items = (
    of: Part,
    name: string,
  ): { readonly part: Part; readonly items: readonly Part[] } | null => {
    const part = key(of, name, "array");
    return part === null ? null : { part, items: itemsOf(part) };
  };
  const objects = (list: readonly Part[]): readonly Part[] =>
    list.filter((part) => part.node.is === "object" || mistyped(part, kinds.object) !== null);
  return { findings, mistyped, key, text, word, items, objects };
};
type Reading = ReturnType<typeof reading>;

const storyIn = (read: Reading, part: Part): StoryDoc | null => {
  const id = read.text(part, "story_id");
  const title = read.text(part, "title");
  const status = read.word(part, "status", vocabulary.story);
  const agent = partOf(part, "agent")?.node;
  return id === null || title === null || status === null
    ? null
    : { part, id: id.value, title, status, agent: agent?.is === "string" ? agent.value : null };
};

const epicIn = (read: Reading, part: Part): EpicDoc | null => {
  const at = read.key(part, "epic_id", "number");
  const title = read.text(part, "title");
  const status = read.word(part, "status", vocabulary.epic);
  const stories = read
    .objects(read.items(part, "stories")?.items ?? [])
    .flatMap((one) => storyIn(read, one) ?? []);
  return at?.node.is !== "number" || title === null || status === null
    ? null
    : { part, id: at.node.value, title, status, stories };
};

const issueIn = (read: Reading, part: Part): IssueDoc | null => {
  const id = read.text(part, "issue_id");
  const status = read.word(part, "status", vocabulary.issue);
  const summary = read.text(part, "summary");
  const time = partOf(part, "timestamp");
  if (time !== null && time.node.is !== "string" && time.node.is !== "null")
    read.mistyped(time, kinds.string);
  const refs =
    partOf(part, "history_ref") === null ? [] : (read.items(part, "history_ref")?.items ?? []);
  const named = refs.flatMap((ref) =>
    ref.node.is === "string"
      ? [{ value: ref.node.value, part: ref }]
      : (read.mistyped(ref, kinds.string) ?? []),
  );
  if (id === null || status === null || summary === null) return null;
  return {
    part,
    id: id.value,
    at: time?.node.is === "string" ? time.node.value : null,
    status,
    summary,
    refs: named,
  };
};

type Identified = { readonly id: string | number; readonly part: Part };
/** What is named twice can't be told apart. */
const twice = (list: readonly Identified[], code: string, what: string): readonly Refusal[] => {
  const seen = new Set<string>();
  return list.flatMap(({ id, part }) => {
    const name = String(id);
    const again = seen.has(name);
    seen.add(name);
    return again
      ? [finding(part, code, `there are two ${what} ${name.slice(0, 80)}`, "each id once")]
      : [];
  });
};

/** All that doesn't fit, or the document. Entries of the history are typed once it is known which of them are new. */
export const typed = (part: Part): StateDoc | readonly Refusal[] => {
  const read = reading();
  if (part.node.is !== "object") {
    read.mistyped(part, kinds.object);
    return read.findings;
  }
  read.text(part, keysOf.root[0]);
  const name = read.text(part, "project_name");
  const autonomy = read.word(part, "autonomy_mode", vocabulary.autonomy);
  const status = read.word(part, "project_status", vocabulary.project);
  const signal = read.text(part, "system_signal");
  const manifest = read.key(part, "project_manifest", "object");
  const epics =
    manifest === null
      ? []
      : read
          .objects(read.items(manifest, "epics")?.items ?? [])
          .flatMap((one) => epicIn(read, one) ?? []);
  const history = read.items(part, "history");
  const log = read.items(part, "issue_log");
  const issues = read.objects(log?.items ?? []).flatMap((one) => issueIn(read, one) ?? []);
  const stories = epics.flatMap((epic) => epic.stories);
  const doubles = [
    ...twice(epics, "MANIFEST_INVALID", "epics"),
    ...twice(stories, "MANIFEST_INVALID", "stories"),
    ...twice(issues, "ISSUE_DUPLICATE", "issues"),
  ];
  for (const one of doubles) read.findings.push(one);
  const whole =
    name !== null && autonomy !== null && status !== null && signal !== null && manifest !== null;
  if (!whole || history === null || log === null || read.findings.length > 0) return read.findings;
  return {
    part,
    name,
    autonomy,
    status,
    signal,
    manifest,
    epics,
    history: history.part,
    entries: history.items,
    issueLog: log.part,
    issues,
  };
};

/** The schema's version is nobody's to change. */
export const versionWrong = (part: Part, version: string): Refusal | null => {
  const said = partOf(part, keysOf.root[0]);
  return said === null || (said.node.is === "string" && said.node.value === version)
    ? null
    : finding(said, "SCHEMA_CHANGED", "schema_version can't be changed here", `"${version}"`);
};
