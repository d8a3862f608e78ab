// Size of a box, followed as it changes.
import { type RefObject, useLayoutEffect, useState } from "react";

/** In pixels; it may have no height. */
export type Room = { readonly width: number; readonly height: number };

/** Of the box, or of the first in it that fits the selector; null: it has none yet. */
export const useRoom = (
  box: RefObject<Element | null>,
  within: string | null = null,
): Room | null => {
  const [room, setRoom] = useState<Room | null>(null);
  useLayoutEffect(() => {
    const seen = within === null ? box.current : (box.current?.querySelector(within) ?? null);
    if (seen === null) return;
    const watch = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      if (width > 0) setRoom({ width, height });
    });
    watch.observe(seen);
    return () => watch.disconnect();
  }, [box, within]);
  return room;
};
