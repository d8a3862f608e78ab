// Why: whatever is asked of a run is sent once, told once, and refused in place, by the same few steps.
import { useState } from "react";
import { useSend } from "../api/mutations.ts";
import type { Command } from "./command-list.ts";
import { isUnsure, type No, noes } from "./noes.ts";
import { useOnce } from "./once.ts";
import { say, toldOf } from "./said.ts";

/** `send`: true once it was taken; else `found` says why not. `drives`: the work goes on after it. */
export const useAct = (run: string) => {
  const [found, setFound] = useState<readonly No[]>([]);
  const sending = useSend(run);
  const once = useOnce();
  const send = async (
    { type, label }: Pick<Command, "type" | "label">,
    data: unknown,
    places: readonly string[] = [],
    drives = false,
  ): Promise<boolean> => {
    if (sending.isPending) return false;
    const body = { type, data, ...(drives ? { drive: run } : {}) };
    try {
      const { events } = await sending.mutateAsync({ ...body, id: once.begin(body) });
      once.end(false);
      setFound([]);
      say({
        tone: "good",
        text: events.length === 0 ? `${label}: nothing had to change` : `Done: ${label}`,
        lines: toldOf(events),
      });
      return true;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      once.end(isUnsure(error));
      setFound(noes(error, places));
      return false;
    }
  };
  return { send, found, setFound, busy: sending.isPending };
};
