// HTTP routes of a run's projected files, current and past: read from the ledger, not the disk.
import * as t from "../../kit/schema.ts";
import { digest } from "../../core/hash.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { FileChanges, FileList } from "../answers.ts";
import { addressOf, artifactsOf } from "../show/artifacts.ts";
import { at, ofRun, momentOf, someMoment } from "../meant.ts";
import { get } from "../route.ts";
import { fileChanges, fileList } from "../shapes/files.ts";
import { cutText, MAX_TEXT_BYTES, textAnswer } from "../show/text-answer.ts";

/** Limits of one answer: files, and total bytes of their texts. */
const mostChanges = 200;
const mostTogether = 16 * 1024 * 1024;

export const filesRoute = get("/api/runs/:run/files", {
  means:
    "The run's files as they are by the ledger, or were, and the artifacts that it ended with.",
  query: t.open({ at }),
  answer: fileList,
  run: ofRun(async (asked, card): Promise<FileList | Refusal> => {
    const { pictures, system, query } = asked;
    const moment = query.at === undefined ? card.version : momentOf(query.at);
    const files = await pictures.files(card, moment);
    if (isRefusal(files)) return files;
    const picture = typeof moment === "number" ? null : await pictures.of(card, moment);
    if (isRefusal(picture)) return picture;
    const artifacts = await artifactsOf(system, card.run, moment);
    if (isRefusal(artifacts)) return artifacts;
    return {
      run: card.run,
      version:
        typeof moment === "number"
          ? Math.min(moment, card.version)
          : (picture?.version ?? card.version),
      files: Object.entries(files).map(([path, text]) => ({
        path,
        bytes: Buffer.byteLength(text),
        digest: digest(text),
      })),
      artifacts: artifacts.map((path) => ({ path, address: addressOf(card.run, path) })),
    };
  }),
});

export const fileRoute = get("/api/runs/:run/file/*path", {
  means: "The text of one of the run's files, now or then; at most 2 MiB of it.",
  query: t.open({ at }),
  answer: null,
  run: ofRun(async (asked, card): Promise<Response | Refusal> => {
    const { pictures, query, params } = asked;
    const files = await pictures.files(
      card,
      query.at === undefined ? undefined : momentOf(query.at),
    );
    if (isRefusal(files)) return files;
    const path = params["path"] ?? "";
    const text = Object.hasOwn(files, path) ? files[path] : undefined;
    if (text !== undefined) return textAnswer(text);
    return refuse("FILE_UNKNOWN", `the run has no file ${path.slice(0, 200)}`, {
      fits: `GET /api/runs/${card.run}/files lists them`,
    });
  }),
});

export const changesRoute = get("/api/runs/:run/changes", {
  means:
    "The run's files that differ between two versions or times, at most 200, with their texts; version 0: nothing was there yet.",
  query: t.open({ from: someMoment, to: someMoment }),
  answer: fileChanges,
  run: ofRun(async (asked, card): Promise<FileChanges | Refusal> => {
    const { pictures, query } = asked;
    const [before, after] = [
      await pictures.files(card, momentOf(query.from)),
      await pictures.files(card, momentOf(query.to)),
    ];
    if (isRefusal(before)) return before;
    if (isRefusal(after)) return after;
    const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((path) => before[path] !== after[path])
      .sort();
    let room = mostTogether;
    const side = (
      text: string | undefined,
    ): { readonly text: string | null; readonly cut: boolean } => {
      if (text === undefined) return { text: null, cut: false };
      const part = cutText(text, Math.min(MAX_TEXT_BYTES, room));
      room -= Buffer.byteLength(part.text);
      return part;
    };
    const changes = paths.slice(0, mostChanges).map((path) => {
      const [was, is] = [side(before[path]), side(after[path])];
      return { path, before: was.text, after: is.text, cut: was.cut || is.cut };
    });
    return { run: card.run, changes, left: paths.length - changes.length };
  }),
});
