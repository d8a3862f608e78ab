// Crash check of a state file's history: it only grows, hand edits stay.
import { linesOf, type Line } from "../../fixtures/stigmergy-room.ts";
import { doubles } from "../work.ts";

/** Who edits beside all roles. */
export const editorName = "eve";

/** The engine's times say which it is; what is written by hand is timed anew. */
const nameOf = ({ at, agent, signal, summary }: Line): string =>
  signal === "NOTE" ? `${agent}: ${summary}` : `${at} ${agent} ${signal}: ${summary}`;

/** Each text that stood on the disk is in `last`, in its order; `last` holds nothing twice and its times increase. */
export const grown = (texts: readonly string[], last: string): readonly string[] => {
  const lines = linesOf(last);
  const at = new Map(lines.map((line, index) => [nameOf(line), index]));
  const times = lines.map((line) => line.at);
  const lost = texts.flatMap((text) => {
    const places = linesOf(text).map((line) => ({
      name: nameOf(line),
      place: at.get(nameOf(line)),
    }));
    return places.flatMap(({ name, place }, index) => {
      if (place === undefined) return [`an entry that stood there is gone: ${name}`];
      return place > (places[index - 1]?.place ?? -1)
        ? []
        : [`an entry stands elsewhere than before: ${name}`];
    });
  });
  return [
    ...new Set(lost),
    ...doubles(lines.map(nameOf)).map((name) => `an entry is there twice: ${name}`),
    ...times
      .filter((time, index) => time <= (times[index - 1] ?? ""))
      .map((time) => `${time} doesn't come after the entry before it`),
  ];
};

/** Summaries of the editor's, in the order of the file. */
export const edited = (text: string): readonly string[] =>
  linesOf(text).flatMap(({ agent, summary }) => (agent === editorName ? [summary] : []));
