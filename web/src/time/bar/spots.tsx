// Why: what is worth sliding to stands above the slider: marks that differ by shape, not by colour alone.
import { memo, useMemo, useRef } from "react";
import { useRoom } from "../../style/room.ts";
import { tellingMarks } from "../telling.ts";
import { type Mark, spotsOf } from "./marks.ts";

/** Of one mark, in pixels. */
const spotWidth = 12;
/** Before it is known. */
const usualWidth = 600;

/** Not for readers: the buttons beside the slider go through the same events. */
export const Spots = memo(
  ({ marks, newest, go }: { readonly marks: readonly Mark[]; readonly newest: number; readonly go: (version: number) => void }) => {
    const box = useRef<HTMLDivElement>(null);
    const width = useRoom(box)?.width ?? usualWidth;
    const spots = useMemo(() => spotsOf(marks, newest, Math.max(2, Math.floor(width / spotWidth))), [marks, newest, width]);
    return (
      <div className="spots" ref={box} aria-hidden="true">
        {spots.map(({ version, is, at, count }) => {
          const { mark, tone, words } = tellingMarks[is];
          return (
            <button
              key={version}
              type="button"
              tabIndex={-1}
              className={tone}
              style={{ left: `${at * 100}%` }}
              title={`#${version}: ${words}${count > 1 ? ` (${count} events here)` : ""}`}
              onClick={() => go(version)}
            >
              {mark}
            </button>
          );
        })}
      </div>
    );
  },
);
