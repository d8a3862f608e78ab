// A command of a run, sent once, told once, and refused in place.
import { useSend } from "../api/mutations.ts";
import type { Command } from "./command-list.ts";
import { say, toldOf } from "./said.ts";
import { useAsk } from "./use-ask.ts";

/** `send`: true once it was taken; else `found` says why not. `drives`: the work goes on after it. */
export const useAct = (run: string) => {
  const { ask, found, setFound, busy } = useAsk(useSend(run));
  const send = async (
    { type, label }: Pick<Command, "type" | "label">,
    data: unknown,
    places: readonly string[] = [],
    drives = false,
  ): Promise<boolean> => {
    const done = await ask({ type, data, ...(drives ? { drive: run } : {}) }, places);
    if (done === null) return false;
    const { events } = done;
    say({
      tone: "good",
      text: events.length === 0 ? `${label}: nothing had to change` : `Done: ${label}`,
      lines: toldOf(events),
    });
    return true;
  };
  return { send, found, setFound, busy };
};
