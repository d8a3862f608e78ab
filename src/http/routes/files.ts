// HTTP routes of a run's projected files, current and past: read from the ledger, not the disk.
import * as t from "../../kit/schema.ts";
import { digest } from "../../core/hash.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { FileList } from "../answers.ts";
import { addressOf, artifactsOf } from "../show/artifacts.ts";
import { at, ofRun, momentOf } from "../meant.ts";
import { get } from "../route.ts";
import { fileList } from "../shapes/files.ts";
import { textAnswer } from "../show/text-answer.ts";

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
