// HTTP routes of a run's artifacts and check outputs: no other file of the disk is served.
import { Fault, isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import { artifactsOf } from "../show/artifacts.ts";
import { ofRun } from "../meant.ts";
import { get, none } from "../route.ts";
import { bytesAnswer } from "../show/text-answer.ts";

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

export const artifactRoute = get("/api/runs/:run/artifacts/*path", {
  means:
    "A file that the run ended with, by its path as the list of files names it; links that lead out of the working tree are refused.",
  query: none,
  answer: null,
  run: ofRun(async (asked, card): Promise<Response | Refusal> => {
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

export const keptRoute = get("/api/runs/:run/outputs/:digest", {
  means:
    "A kept output, as evidence names it: credentials were taken out of it before it was kept.",
  query: none,
  answer: null,
  run: ofRun(async (asked, card): Promise<Response | Refusal> => {
    const { system, params } = asked;
    const digest = params["digest"] ?? "";
    const bytes = /^[0-9a-f]{64}$/u.test(digest) ? await system.workspace.kept(digest) : null;
    if (bytes !== null) return bytesAnswer(bytes);
    return refuse("OUTPUT_UNKNOWN", "no output is kept under this digest", {
      fits: `GET /api/runs/${card.run}/evidence names them`,
    });
  }),
});
