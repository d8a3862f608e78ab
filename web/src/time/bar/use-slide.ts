// Position of the time bar: follows the pointer at once; the address follows as fast as the run can be read.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { keyOf } from "../../api/queries.ts";
import { useAddress } from "../../address.ts";
import { type Slide, createSlide } from "./sliding.ts";

/** `version`: the slider's position. `to`: moves it; the newest version is now. */
export const useSlide = (
  run: string,
  newest: number,
): { readonly version: number; readonly to: (version: number) => void } => {
  const { at, go, set } = useAddress();
  const client = useQueryClient();
  const [held, setHeld] = useState<number | null>(null);
  const newestNow = useRef({ newest, at, go, set });
  useEffect(() => {
    newestNow.current = { newest, at, go, set };
  });
  const slide = useRef<Slide | null>(null);
  useEffect(() => {
    const pictures = keyOf(run, 1, "picture").slice(0, -1);
    slide.current = createSlide({
      go: (version) => {
        const { newest: last, at: before, ...address } = newestNow.current;
        const next = version >= last ? null : version;
        // Leaving now adds one history entry, however long the slide.
        if (next !== before) (before === null ? address.go : address.set)({ at: next });
        setHeld((hand) => (hand === version ? null : hand));
      },
      busy: () => client.isFetching({ queryKey: pictures }) > 0,
      later: (act, ms) => void setTimeout(act, ms),
    });
  }, [run, client]);
  return {
    version: Math.min(newest, Math.max(1, held ?? at ?? newest)),
    to: (version) => {
      const next = Math.min(newest, Math.max(1, version));
      setHeld(next);
      slide.current?.to(next);
    },
  };
};
