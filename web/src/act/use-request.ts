// Hook for a form's request: sent once, repeated with the same id after a lost answer, refused beside its fields.
import { useRef, useState } from "react";
import { freshId } from "../api/client.ts";
import { errorsOf, type FieldError, isUnsure } from "./field-errors.ts";

type Asking = { readonly id: string; readonly words: string; readonly unsure: boolean };

/** The id for the current request, given the previous one. */
export const idFor = (last: Asking | null, words: string, fresh: () => string): string =>
  last !== null && last.unsure && last.words === words ? last.id : fresh();

/** `begin`: the id for this body; `end`: records the outcome. */
const useRequestId = () => {
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

type Mutation<Body, Answer> = {
  readonly isPending: boolean;
  readonly mutateAsync: (body: Body & { readonly id: string }) => Promise<Answer>;
};
/** `places`, `noteAt`: see `errorsOf`. */
type How = {
  readonly places?: readonly string[];
  readonly noteAt?: string | null;
  readonly onError?: (errors: readonly FieldError[], error: Error) => void;
};

/** `ask`: returns the answer; null: a request is pending, or failed with `errors`. */
export const useRequest = <Body extends object, Answer>({
  isPending,
  mutateAsync,
}: Mutation<Body, Answer>) => {
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const requestId = useRequestId();
  const ask = async (
    body: Body,
    { places = [], noteAt = null, onError }: How = {},
  ): Promise<Answer | null> => {
    if (isPending) return null;
    try {
      const answer = await mutateAsync({ ...body, id: requestId.begin(body) });
      requestId.end(false);
      setErrors([]);
      return answer;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      requestId.end(isUnsure(error));
      const found = errorsOf(error, places, noteAt);
      setErrors(found);
      onError?.(found, error);
      return null;
    }
  };
  return { ask, errors, setErrors, busy: isPending };
};
