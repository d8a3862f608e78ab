// HTTP routes of a run's files, now and then, of its artifacts and kept outputs: no other file of the disk is served.
import { digest } from "../../core/hash.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import * as t from "../../kit/schema.ts";
import type { Path, Time } from "../../core/row.ts";
import type { System } from "../../runtime/system.ts";
import { at, momentOf, ofRun } from "../addresses.ts";
import { get, none } from "../route.ts";
import { fileList } from "../shapes/files.ts";
import { bytesAnswer, textAnswer } from "../show/text-answer.ts";

/** A finished run's results, as named by its rules; empty if it isn't over, or wasn't then. */
const artifactsOf = async (
  system: Pick<System, "load" | "state">,
  run: string,
  at?: number | Time,
): Promise<readonly Path[] | Refusal> => {
  const loaded = await system.load(run);
  if (isRefusal(loaded)) return loaded;
  if (at === 0) return [];
  const state =
    at === undefined || at === loaded.version ? loaded.state : await system.state(run, at);
  if (isRefusal(state)) return state;
  const ended = loaded.protocol.ended(state);
  return ended === null
    ? []
    : [...new Set([...(ended.output === null ? [] : [ended.output]), ...ended.artifacts])];
};

/** The URL of an artifact: exact, even for characters that a page can't display. */
const addressOf = (run: string, path: Path): string => {
  const parts = path.toWellFormed().split("/");
  return `/api/runs/${run}/artifacts/${parts
    .filter((part) => part !== "")
    .map(encodeURIComponent)
    .join("/")}`;
};

const filesRoute = get("/api/runs/:run/files", {
  means:
    "The run's files as they are by the ledger, or were, and the artifacts that it ended with.",
  query: t.open({ at }),
  answer: fileList,
  run: ofRun(async (asked, card) => {
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

const fileRoute = get("/api/runs/:run/file/*path", {
  means: "The text of one of the run's files, now or then; at most 2 MiB of it.",
  query: t.open({ at }),
  answer: null,
  run: ofRun(async (asked, card) => {
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

/** A file that leads out or is too large is a normal refusal: an agent may have put it there. */
const bytesAt = async (
  system: System,
  run: string,
  path: string,
): Promise<Uint8Array | null | Refusal> => {
  try {
    return await system.bytes(run, path);
  } catch (error) {
    if (error instanceof Fault && ["PATH_OUTSIDE", "FILE_OVERSIZED"].includes(error.code))
      return refuse(error.code, error.message, { fits: error.hint, path });
    throw error;
  }
};

const artifactRoute = get("/api/runs/:run/artifacts/*path", {
  means:
    "A file that the run ended with, by its path as the list of files names it; links that lead out of the working tree are refused.",
  query: none,
  answer: null,
  run: ofRun(async (asked, card) => {
    const { system, params } = asked;
    const path = params["path"] ?? "";
    const artifacts = await artifactsOf(system, card.run);
    if (isRefusal(artifacts)) return artifacts;
    // An absolute path loses its first slash in an address.
    const named = artifacts.find((one) => one === path || one === `/${path}`);
    const bytes = named === undefined ? null : await bytesAt(system, card.run, named);
    if (isRefusal(bytes)) return bytes;
    if (bytes !== null) return bytesAnswer(bytes);
    const what = named === undefined ? "the run names no artifact" : "nothing is there (any more):";
    return refuse("FILE_UNKNOWN", `${what} ${path.slice(0, 200)}`, {
      fits: `GET /api/runs/${card.run}/files lists them`,
    });
  }),
});

const keptRoute = get("/api/runs/:run/outputs/:digest", {
  means:
    "A kept output, as evidence names it: credentials were taken out of it before it was kept.",
  query: none,
  answer: null,
  run: ofRun(async (asked, card) => {
    const { system, params } = asked;
    const digest = params["digest"] ?? "";
    const bytes = /^[0-9a-f]{64}$/u.test(digest) ? await system.workspace.kept(digest) : null;
    if (bytes !== null) return bytesAnswer(bytes);
    return refuse("OUTPUT_UNKNOWN", "no output is kept under this digest", {
      fits: `GET /api/runs/${card.run}/evidence names them`,
    });
  }),
});

export const filesRoutes = [filesRoute, fileRoute, artifactRoute, keptRoute];
