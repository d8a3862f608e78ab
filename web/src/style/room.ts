// Size of a box, updated as it changes.
import { type RefObject, useLayoutEffect, useState } from "react";

/** In pixels; the height may be 0. */
export type Room = { readonly width: number; readonly height: number };

/** The size of the box, or of the first match of the selector in it; null: none yet. */
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
