// Id of a request: the same again after a lost answer, so that it counts once.
import { useRef } from "react";
import { freshId } from "../api/client.ts";

export type Asking = { readonly id: string; readonly words: string; readonly unsure: boolean };

/** The id for the current request, given the previous one. */
export const idFor = (last: Asking | null, words: string, fresh: () => string): string =>
  last !== null && last.unsure && last.words === words ? last.id : fresh();

/** `begin`: the id for this body; `end`: records the outcome. */
export const useRequestId = () => {
  const last = useRef<Asking | null>(null);
  return {
    begin: (body: unknown): string => {
      const words = JSON.stringify(body);
      const id = idFor(last.current, words, freshId);
      // Unknown until an answer arrives.
      last.current = { id, words, unsure: true };
      return id;
    },
    end: (unsure: boolean): void => {
      if (last.current !== null) last.current = { ...last.current, unsure };
    },
  };
};
