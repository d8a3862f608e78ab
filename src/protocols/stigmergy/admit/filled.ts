// Why: a hand's commands are tried with the world as it was read for the edit; the door fills them in again when they are sent.
import type { Facts } from "../../../core/protocol.ts";
import type { StigmergyCommand } from "../commands.ts";

export const filled = (
  command: StigmergyCommand,
  { files, contents = {}, tree, head }: Facts,
): StigmergyCommand => {
  switch (command.type) {
    case "FinishBrief":
      return { type: "FinishBrief", data: { ...command.data, files } };
    case "FinishPrd":
      return { type: "FinishPrd", data: { ...command.data, files } };
    case "FinishUx":
      return { type: "FinishUx", data: { ...command.data, files } };
    case "FinishArchitecture":
      return { type: "FinishArchitecture", data: { ...command.data, files } };
    case "ImportManifest":
      return { type: "ImportManifest", data: { ...command.data, files } };
    case "RecordStoryFile":
      return { type: "RecordStoryFile", data: { ...command.data, files } };
    case "StartStory":
      return { type: "StartStory", data: { ...command.data, contents, tree, head } };
    case "FinishWork":
      return { type: "FinishWork", data: { ...command.data, contents } };
    default:
      return command;
  }
};
