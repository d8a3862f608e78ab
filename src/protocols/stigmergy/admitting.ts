// Facts needed for reading an edit: tree measure, documents and digests.
import type { Edit } from "../../core/run-files.ts";
import type { Ask } from "../../core/protocol.ts";
import {
  architectureFiles,
  prdFile,
  proofAsk,
  stateFile,
  storyFile,
  uxFile,
  windowOf,
} from "./manifest.ts";
import type { State } from "./state.ts";

/** Measuring the tree is expensive, so it is done only if the state file has content. */
export const admitting = (state: State, edits: readonly Edit[]): Ask =>
  edits.some(({ path, text }) => path === stateFile && text !== null && text !== "")
    ? {
        tree: true,
        contents: { now: proofAsk() },
        files: [
          state.briefPath,
          prdFile,
          uxFile,
          ...architectureFiles,
          ...windowOf(state).map(({ id }) => storyFile(id)),
        ],
        leases: true,
      }
    : {};
