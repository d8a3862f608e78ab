// Extraction of a node's output and session id from its final message.
import { reportFence } from "../../../core/reports/report-ending.ts";

/** Removes report blocks from the message, and blank lines around it. */
export const withoutReport = (message: string): string => {
  const kept: string[] = [];
  let open: string | null = null;
  for (const line of message.split(/\r\n|\n|\r/u)) {
    const fence = /^ {0,3}(?<fence>`{3,}|~{3,})(?<info>.*)$/u.exec(line)?.groups;
    const mark = fence?.["fence"] ?? "";
    if (open !== null) {
      if (
        mark.startsWith(open.charAt(0)) &&
        mark.length >= open.length &&
        fence?.["info"]?.trim() === ""
      )
        open = null;
    } else if (mark !== "" && fence?.["info"]?.trim() === reportFence) open = mark;
    else kept.push(line);
  }
  return kept.join("\n").replace(/^\n+|\s+$/gu, "");
};

/** Finds `Session: <id>`, else the first id of the usual form; null if there is none. */
export const sessionIn = (text: string): string | null =>
  /^Session:[ \t]*(\S{1,200})[ \t]*$/mu.exec(text)?.[1] ??
  /\b[A-Z]{2,4}(?:-[a-z0-9]+)+-\d{8}(?:-\d{6})?\b/u.exec(text)?.[0] ??
  null;
