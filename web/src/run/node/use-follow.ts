// Following the end of a growing text, unless a person scrolled up to read.
import { type UIEvent, useLayoutEffect, useRef } from "react";

/** Distance to the end that counts as being there, in px. */
const near = 24;

/** For the scrolling box; `follow`: it may still grow. */
export const useFollow = <E extends HTMLElement>(follow: boolean) => {
  const ref = useRef<E>(null);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    if (follow && atEnd.current && ref.current !== null)
      ref.current.scrollTop = ref.current.scrollHeight;
  });
  const onScroll = ({
    currentTarget: { scrollTop, scrollHeight, clientHeight },
  }: UIEvent<E>): void => {
    atEnd.current = scrollHeight - scrollTop - clientHeight < near;
  };
  return { ref, onScroll };
};
