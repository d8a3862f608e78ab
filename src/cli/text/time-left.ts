// A picture with the time that the run may take yet.
import { isRefusal } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import type { Picture } from "./picture.ts";

/** Events of a longer log take too long to read for one line. */
const mostEvents = 10_000;

/** Reads the attempts only if they may tell. */
export const withTimeLeft = async (
  system: Pick<System, "timeline">,
  picture: Picture,
  now: number,
): Promise<Picture> => {
  if (picture.state !== "running") return { ...picture, left: "" };
  const { mayTell, timeLeftWords } = await import("../../core/words/time-left.ts");
  const reads = picture.version <= mostEvents && mayTell(picture);
  const attempts = reads ? await system.timeline(picture.run) : [];
  if (isRefusal(attempts)) return picture;
  return { ...picture, left: timeLeftWords(picture.nodes, attempts, now) };
};
