// The terms on which a run is steered, without their schemas.
import type { Terms } from "../core/message.ts";
import { allTerms } from "../core/terms.ts";
import { frame } from "./who.ts";

export const terms: readonly Terms[] = allTerms(frame, {});
