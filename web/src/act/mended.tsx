// The button by which a person says that a stuck unit is mended: its checks run, and decide.
import { useState } from "react";
import type { Shown } from "../../../src/http/answers.ts";
import { useCheckAgain } from "../api/mutations.ts";
import { Noes } from "./fields.tsx";
import { isMendable, mendedWords } from "./mended.ts";
import { type No, noes } from "./noes.ts";
import { say } from "./said.ts";

export const Mended = ({ shown, unit }: { readonly shown: Shown; readonly unit: string }) => {
  const check = useCheckAgain(shown.run);
  const [found, setFound] = useState<readonly No[]>([]);
  if (!isMendable(shown, unit)) return null;
  const act = async (): Promise<void> => {
    if (check.isPending) return;
    try {
      const checked = await check.mutateAsync(unit);
      setFound([]);
      say({ ...mendedWords(checked), lines: [] });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      setFound(noes(error, []));
    }
  };
  return (
    <div>
      <button
        type="button"
        title="its checks run on what is there now; where one fails, all stays as it is"
        aria-disabled={check.isPending}
        onClick={() => void act()}
      >
        {check.isPending ? "its checks run …" : "I fixed it: check again"}
      </button>
      <Noes noes={found} />
    </div>
  );
};
