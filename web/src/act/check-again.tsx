// Answer to a question about a stuck unit that a person fixed by hand: its checks run, and decide.
import type { CheckedByHand } from "../../../src/http/answers.ts";
import { useCheckAgain } from "../api/mutations.ts";
import { FieldErrors } from "./labelled.tsx";
import { MAX_LINES, showToast, type Toast } from "../style/toast-store.ts";
import { useRequest } from "./use-request.ts";

/** The result of the checks. */
const checkToast = ({ unit, ran, failed }: CheckedByHand): Omit<Toast, "id"> => {
  const [first] = failed;
  if (first !== undefined) {
    const [why = "", ...output] = first.trimEnd().split("\n");
    // Errors are usually at the end.
    return {
      tone: "bad",
      text: `${unit} is still red, and nothing changed: ${why}`,
      lines: output.slice(-MAX_LINES),
    };
  }
  return {
    tone: "good",
    lines: [],
    text: `${unit}: ${ran} ${ran === 1 ? "check" : "checks"} passed. They run once more for the record.`,
  };
};

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
          : "Its checks run on what you changed in your checkout, uncommitted too; files that lay there untracked before the run stay out. If they pass, that is its work; if one fails, nothing changes."}
      </span>
      <FieldErrors errors={errors} />
    </li>
  );
};
