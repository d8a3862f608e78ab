// One more answer to the question about a stuck unit: a person fixed it by hand, so its checks run, and decide.
import { useState } from "react";
import { useCheckAgain } from "../api/mutations.ts";
import { Noes } from "./fields.tsx";
import { mendedWords } from "./mended.ts";
import { type No, noes } from "./noes.ts";
import { say } from "./said.ts";

export const Mended = ({ run, unit }: { readonly run: string; readonly unit: string }) => {
  const check = useCheckAgain(run);
  const [found, setFound] = useState<readonly No[]>([]);
  const act = async (): Promise<void> => {
    if (check.isPending) return;
    try {
      const checked = await check.mutateAsync(unit);
      setFound([]);
      say(mendedWords(checked));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      setFound(noes(error, []));
    }
  };
  return (
    <li>
      <button type="button" aria-disabled={check.isPending} onClick={() => void act()}>
        I fixed it: check again
      </button>
      <span>
        {check.isPending
          ? "Its checks run …"
          : "Only its checks run, on what is in your checkout now. If they pass, it goes on; if one fails, nothing changes."}
      </span>
      <Noes noes={found} />
    </li>
  );
};
