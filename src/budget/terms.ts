// On what terms a command about a run's budget is taken, without its schema.
import type { Terms } from "../core/message.ts";
import { allTerms } from "../core/terms.ts";
import { frame } from "./who.ts";

export const terms: readonly Terms[] = allTerms(frame, {});
