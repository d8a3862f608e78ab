// Marks of important events above the axis; they differ by shape, not by colour alone.
import { memo, useMemo } from "react";
import { gathered, type Mark } from "../../../../src/core/telling.ts";
import { notableLooks } from "../notable.ts";

/** Of one mark, in pixels. */
const spotWidth = 12;

type Props = {
  readonly marks: readonly Mark[];
  /** From 0 to 1. */
  readonly placeOf: (version: number) => number;
  readonly width: number;
  readonly go: (version: number) => void;
};

/** Hidden from screen readers: the buttons beside the axis visit the same events. */
export const Spots = memo(({ marks, placeOf, width, go }: Props) => {
  const spots = useMemo(
    () =>
      gathered(
        marks,
        ({ version }) => placeOf(version),
        Math.max(2, Math.floor(width / spotWidth)),
      ),
    [marks, placeOf, width],
  );
  return (
    <div className="spots" aria-hidden="true">
      {spots.map(({ version, is, count }) => {
        const { sign, shade, word } = notableLooks[is];
        return (
          <button
            key={version}
            type="button"
            tabIndex={-1}
            className={shade}
            style={{ left: placeOf(version) * width }}
            title={`#${version}: ${word}${count > 1 ? ` (${count} events here)` : ""}`}
            onClick={() => go(version)}
          >
            {sign}
          </button>
        );
      })}
    </div>
  );
});
