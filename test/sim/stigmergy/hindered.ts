// What any simulated role of stigmergy says that can't go on.
import { tell } from "../reporting.ts";
import type { Scene } from "../scene.ts";

/** Says so if it asks, is blocked or fails; whether it did. */
export const isHindered = async (scene: Scene, how: string, question: string): Promise<boolean> => {
  const isBlocked = how === "asks" || how === "blocked";
  if (!isBlocked && how !== "fails") return false;
  const outcome = isBlocked ? "blocked" : "failed";
  await tell(scene, { outcome, summary: "no way on", ...(how === "asks" ? { question } : {}) });
  return true;
};
