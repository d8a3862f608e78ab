// Choice of a moment to compare with: the beginning, the event before, or any place on a slider.
import { useEffect, useState } from "react";
import { useAddress } from "../../address.ts";

/** Pause of the slider before other files are loaded. */
const restMs = 200;

/** `to`: the viewed version. */
export const Compare = ({ to, from }: { readonly to: number; readonly from: number | null }) => {
  const { set } = useAddress();
  const [held, setHeld] = useState<number | null>(null);
  useEffect(() => {
    if (held === null) return;
    const timer = setTimeout(() => {
      set({ from: held });
      setHeld(null);
    }, restMs);
    return () => clearTimeout(timer);
  }, [held, set]);
  if (from === null)
    return (
      <p className="compare">
        <span className="dim">Compare with</span>
        <button type="button" disabled={to < 1} onClick={() => set({ from: Math.max(0, to - 1) })}>
          the event before
        </button>
        <button type="button" onClick={() => set({ from: 1 })}>
          the beginning
        </button>
      </p>
    );
  const at = held ?? from;
  return (
    <p className="compare">
      <label>
        <span>
          changes from <strong className="number">#{at}</strong> to{" "}
          <strong className="number">#{to}</strong>
        </span>
        <input
          type="range"
          aria-label="Moment to compare with"
          aria-valuetext={at === 0 ? "before the first event" : `event ${at}`}
          min={0}
          max={to}
          value={Math.min(at, to)}
          onChange={({ target }) => setHeld(target.valueAsNumber)}
        />
      </label>
      <button type="button" onClick={() => set({ from: null })}>
        Show the file
      </button>
    </p>
  );
};
