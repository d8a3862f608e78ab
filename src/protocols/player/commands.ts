// All commands of the player.
import { type ByType, declarationsIn } from "../../kit/maker.ts";
import * as begin from "./commands/begin.ts";
import * as finish from "./commands/finish.ts";
import * as people from "./commands/people.ts";
import * as pin from "./commands/pin.ts";
import * as run from "./commands/run.ts";
import * as start from "./commands/start.ts";
import { commands as lifecycle } from "./lifecycle.ts";

export const commands = declarationsIn(begin, finish, lifecycle, people, pin, run, start);

export type PlayerCommands = ByType<typeof commands>;
export type PlayerCommand = PlayerCommands[keyof PlayerCommands];
