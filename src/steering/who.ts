// Who may steer a run, and when.
import type { Frame } from "../core/frame.ts";
import { P, U } from "../core/senders.ts";
import type { SteeringCommands } from "./messages.ts";

export const frame: Frame<keyof SteeringCommands> = {
  who: { AssignRoles: [P, U], SetNote: [P, U] },
  when: {},
  over: "`cairn start` begins another",
};
