// Following the end of a growing text, unless a person scrolled up to read.
import { type UIEvent, useLayoutEffect, useRef } from "react";

/** How near to its end counts as there, in px. */
const near = 24;

/** For the box that scrolls; `follow`: it may grow yet. */
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
