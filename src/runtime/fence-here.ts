// Whether this machine can make the fence that the configuration asks for, told before anything begins in it.
import { Fault } from "../core/refusal.ts";
import type { FenceHere } from "../workspace/workspace.ts";
import type { Engine } from "./engine.ts";

type Asked = Pick<Engine, "config" | "workspace">;

/** null: none is wanted. Fault FENCE_MISSING: it is required, and this system makes none. */
export const fenceHere = async ({ config, workspace }: Asked): Promise<FenceHere | null> => {
  const { use } = config.fence;
  if (use === "off") return null;
  const here = await (await workspace.fences()).here();
  if (here.is === "none" && use === "required")
    throw new Fault("FENCE_MISSING", `"fence": "required" in cairn.config.json, but ${here.why}`, here.mend);
  return here;
};

/** What is told where it is wanted, if that can be, and can't; null: nothing is to be told. */
export const unfencedWords = async (asked: Asked): Promise<string | null> => {
  const here = await fenceHere(asked);
  return here?.is === "none" ? `agents and checks run unfenced, and may do what you may: ${here.why}; ${here.mend}` : null;
};
