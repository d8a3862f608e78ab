// Admission of hand edits of the state file: each whole, or refused whole with every reason and its place.
import type { Admitted, Edit } from "../../../core/run-files.ts";
import { notTaken, openJson, refusalsLast, silent, textEdit } from "../../../kit/edits/edits.ts";
import { wholeOf } from "../../../kit/document/part.ts";
import type { Facts } from "../../../core/protocol.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../../../core/refusal.ts";
import type { Path, Recorded } from "../../../core/row.ts";
import { fileLimit } from "../limits.ts";
import { stateFile } from "../manifest.ts";
import type { StigmergyEvent } from "../events.ts";
import { pastOf } from "../past.ts";
import { unknown } from "../roster.ts";
import type { State } from "../state.ts";
import { type Copy, createCopy } from "./copy.ts";
import type { Fresh } from "./entry.ts";
import { extrasAsked } from "./extras.ts";
import { holdersOf } from "./held.ts";
import { historyIn } from "./history.ts";
import { issuesAsked, timesOf } from "./issues.ts";
import { leftAsked, signalAsked } from "./left.ts";
import { epicsDerived, isReplaced, manifestAsked } from "./manifest.ts";
import { stateOn } from "./read-copy.ts";
import { autonomyAsked, briefAsked, nameAsked, statusAsked } from "./root.ts";
import { storiesAsked } from "./stories.ts";
import { typed, versionWrong } from "./typed.ts";

type Log = readonly Recorded<StigmergyEvent>[];

/** Maximum commands of a hand edit. */
const mostAsked = 1_000;

/** The author, if the edit names exactly one. */
const authorOf = (fresh: readonly Fresh[], only: string | null): string => {
  const agents = new Set(fresh.map(({ given }) => given.agent.trim()));
  const [one = ""] = agents;
  return agents.size === 1 && one !== "" && !/[\p{Cc}[\]]/u.test(one) ? one : (only ?? unknown);
};

const answer = (path: Path, copy: Copy, by: string): Admitted => {
  const refused = refuseAll(copy.findings());
  if (refused !== null) return notTaken(path, { ...refused, path });
  const commands = copy.asked().map(({ command }) => command);
  if (commands.length > mostAsked)
    return notTaken(
      path,
      refuse("FIELD_OVERSIZED", `the edit asks ${commands.length} things at once`, {
        path,
        fits: `at most ${mostAsked}: several smaller edits`,
      }),
    );
  return commands.length === 0 ? silent(path) : { path, commands, by, refused: null };
};

const stateAdmitted = (
  state: State,
  path: Path,
  text: string,
  facts: Facts,
  log: Log,
): Admitted => {
  const refused = (findings: readonly Refusal[]): Admitted => {
    const [first = refuse("FILE_BROKEN", "it can't be read")] = findings;
    return notTaken(path, { ...(refuseAll(findings) ?? first), path });
  };
  const root = openJson(path, text, fileLimit);
  if (isRefusal(root)) return refused([root]);
  const whole = wholeOf(path, text, root);
  const doc = typed(whole);
  if (!("part" in doc)) return refused(doc);
  const version = versionWrong(whole);
  if (version !== null) return refused([version]);
  const past = pastOf(log);
  const history = historyIn(past, doc.entries, doc.history, facts.at);
  if (!("shared" in history)) return refused(history);
  const { shared, known, fresh, read } = history;
  // What the file showed to its author, and what the author already wrote on that copy, are not new requests.
  const at = (count: number): State | null =>
    count === past.length ? state : stateOn(log, past, count);
  const bases = [
    ...(read === null ? [] : [read]),
    shared,
    ...(known.length === 0 ? [] : [Math.max(...known) + 1]),
  ].flatMap((count) => at(count) ?? []);
  const holders = holdersOf(state, facts);
  const by = authorOf(fresh, holders.only);
  const copy = createCopy(state, fresh, by, facts, holders);
  issuesAsked(copy, bases, doc, timesOf(past, fresh));
  if (!isReplaced(bases, doc))
    storiesAsked(
      copy,
      bases,
      doc.epics.flatMap(({ stories }) => stories),
    );
  briefAsked(copy, bases, doc, facts);
  manifestAsked(copy, bases, doc);
  nameAsked(copy, bases, doc);
  autonomyAsked(copy, bases, doc);
  extrasAsked(copy, bases, doc);
  statusAsked(copy, bases, doc);
  leftAsked(copy, facts);
  signalAsked(copy, bases, doc, fresh, holders.only, facts);
  epicsDerived(copy, bases, doc);
  return answer(path, copy, by);
};

/** Translates edits of the run's files into commands; never throws, whatever the files contain. */
export const admit = (
  state: State,
  edits: readonly Edit[],
  facts: Facts,
  log: Log,
): readonly Admitted[] =>
  refusalsLast(
    edits.map((edit) => {
      const { path } = edit;
      const text = textEdit(edit)?.text;
      if (text === undefined) return silent(path);
      return path === stateFile
        ? stateAdmitted(state, path, text, facts, log)
        : notTaken(
            path,
            refuse("EDIT_UNREAD", `nothing reads edits of ${path}`, { path, fits: stateFile }),
          );
    }),
  );
