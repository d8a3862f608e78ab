// One request of a form: sent once, again under the same id after a lost answer, and refused beside its fields.
import { useState } from "react";
import { isUnsure, type No, noes } from "./noes.ts";
import { useOnce } from "./once.ts";

type Asked<Body, Done> = {
  readonly isPending: boolean;
  readonly mutateAsync: (body: Body & { readonly id: string }) => Promise<Done>;
};

/** `ask`: what was answered; null: it is being asked already, or `found` says why not. */
export const useAsk = <Body extends object, Done>({
  isPending,
  mutateAsync,
}: Asked<Body, Done>) => {
  const [found, setFound] = useState<readonly No[]>([]);
  const once = useOnce();
  const ask = async (body: Body, places: readonly string[] = []): Promise<Done | null> => {
    if (isPending) return null;
    try {
      const done = await mutateAsync({ ...body, id: once.begin(body) });
      once.end(false);
      setFound([]);
      return done;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      once.end(isUnsure(error));
      setFound(noes(error, places));
      return null;
    }
  };
  return { ask, found, setFound, busy: isPending };
};
