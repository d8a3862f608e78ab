// Answer to a question about a stuck unit that a person fixed by hand: its checks run, and decide.
import { useCheckAgain } from "../api/mutations.ts";
import { checkToast } from "./check-words.ts";
import { FieldErrors } from "./labelled.tsx";
import { showToast } from "./toast-store.ts";
import { useRequest } from "./use-request.ts";

export const CheckAgain = ({ run, unit }: { readonly run: string; readonly unit: string }) => {
  const { ask, errors, busy } = useRequest(useCheckAgain(run));
  const check = async (): Promise<void> => {
    const outcome = await ask({ unit });
    if (outcome !== null) showToast(checkToast(outcome));
  };
  return (
    <li>
      <button type="button" aria-disabled={busy} onClick={() => void check()}>
        I fixed it: check again
      </button>
      <span>
        {busy
          ? "Its checks run …"
          : "Only its checks run, on what is in your checkout now. If they pass, it goes on; if one fails, nothing changes."}
      </span>
      <FieldErrors errors={errors} />
    </li>
  );
};
