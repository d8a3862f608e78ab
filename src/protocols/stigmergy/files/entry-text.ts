// The text of the history, one entry at a time, kept for the next writing.
import type { Recorded } from "../../../core/row.ts";
import type { Entry } from "../entries.ts";
import type { StigmergyEvent } from "../events.ts";
import { entry as form } from "./form.ts";

type Event = Recorded<StigmergyEvent>;

/** Indentation of an entry in the file. */
export const entryIndent = "    ";

const inner = `${entryIndent}  `;
const joined = `,\n${inner}`;
const listed = (files: readonly string[]): string =>
  files.length === 0
    ? "[]"
    : `[\n${inner}  ${files.map((path) => JSON.stringify(path)).join(`${joined}  `)}\n${inner}]`;
const ownKeys: ReadonlySet<string> = new Set(Object.keys(form.entries));

/** An entry's text in the file, without its indentation. Written out for speed: there may be a hundred thousand. */
export const entryText = ({ at, agent, signal, summary, files, extras = [] }: Entry): string => {
  const more = extras
    .flatMap(([key, text]) =>
      ownKeys.has(key) ? [] : [`${joined}${JSON.stringify(key)}: ${text}`],
    )
    .join("");
  return (
    `{\n${inner}"timestamp": ${JSON.stringify(at)}${joined}"agent_id": ${JSON.stringify(agent)}${joined}"signal": ${JSON.stringify(signal)}` +
    `${joined}"summary": ${JSON.stringify(summary)}${joined}"files_modified": ${listed(files)}${more}\n${entryIndent}}`
  );
};

const joint = `,\n${entryIndent}`;
/** The entries of an event; empty if it has none. */
const textsOf = ({ data, ...event }: Event): readonly string[] => {
  const own = "entry" in data ? [entryText(data.entry)] : [];
  return event.type === "ProjectAdopted" && "found" in data ? [...data.found.history, ...own] : own;
};

/** Result of a log's events. `ends`: length of the text after each event. */
type Known = {
  readonly log: readonly Event[];
  readonly text: string;
  readonly ends: readonly number[];
};
/** Cached by a log's first event. Events never change, so a longer log starts with the cached result. */
const remembered = new WeakMap<Event, Known>();

const renderOn = (log: readonly Event[], known: Known): Known => {
  const ends = [...known.ends];
  const texts: string[] = [];
  let end = known.text.length;
  for (const event of log.slice(ends.length)) {
    for (const text of textsOf(event)) {
      const whole = end === 0 ? text : joint + text;
      texts.push(whole);
      end += whole.length;
    }
    ends.push(end);
  }
  return { log, text: known.text + texts.join(""), ends };
};

/** The entries of a log's events, for the list `history`; empty if there are none. */
export const historyText = (log: readonly Event[]): string => {
  const [first] = log;
  if (first === undefined) return "";
  const known = remembered.get(first) ?? { log, text: "", ends: [] };
  const shared = Math.min(known.ends.length, log.length) - 1;
  const goesOn = shared < 0 || known.log[shared] === log[shared];
  if (goesOn && log.length <= known.ends.length)
    return known.text.slice(0, known.ends[log.length - 1]);
  const now = renderOn(log, goesOn ? known : { log, text: "", ends: [] });
  remembered.set(first, now);
  return now.text;
};
