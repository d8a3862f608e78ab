// All that a person decides in stigmergy.
import { together } from "../../core/rules/decision.ts";
import { accept } from "./decisions/accept.ts";
import { gate } from "./decisions/gate.ts";
import { autonomy, drift, halt, question } from "./decisions/matters.ts";

export const decisions = together([halt, question, drift, autonomy, gate, accept]);
