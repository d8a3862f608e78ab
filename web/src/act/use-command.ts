// Hook that sends a run's command once: result in a toast, refusal beside its fields.
import { useSend } from "../api/mutations.ts";
import { eventLines, showToast } from "../style/toast-store.ts";
import { useRequest } from "./use-request.ts";

export const useCommand = (run: string) => {
  const { ask, ...state } = useRequest(useSend(run));
  /**
   * @param places pointers of the form's fields
   * @param drives work continues after it
   * @returns whether it was accepted; else `errors` has the reasons
   */
  const send = async (
    { type, label }: { readonly type: string; readonly label: string },
    data: unknown,
    places: readonly string[] = [],
    drives = false,
  ): Promise<boolean> => {
    const answer = await ask({ type, data, ...(drives ? { drive: run } : {}) }, { places });
    if (answer === null) return false;
    const { events } = answer;
    showToast({
      tone: "good",
      text: events.length === 0 ? `${label}: nothing had to change` : `Done: ${label}`,
      lines: eventLines(events),
    });
    return true;
  };
  return { send, ...state };
};
