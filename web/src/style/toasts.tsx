// Toasts at the edge of the page; they stay while the pointer rests on them.
import { useEffect, useState } from "react";
import { dismissToast, MAX_LINES, type Toast, TOAST_MS, useToasts } from "./toast-store.ts";
import { Sign } from "./sign.tsx";
import { Advice } from "./advice.tsx";

const ToastItem = ({
  toast: { id, tone, text, lines },
  paused,
}: {
  readonly toast: Toast;
  readonly paused: boolean;
}) => {
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => dismissToast(id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [id, paused]);
  return (
    <li className={`note ${tone}`}>
      <div>
        <p>
          <Sign of={{ sign: tone === "good" ? "✔" : "✖", shade: tone, word: "" }} />
          <strong>
            <Advice text={text} />
          </strong>
        </p>
        {lines.length === 0 ? null : (
          <ul className="small dim">
            {lines.slice(0, MAX_LINES).map((line, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same line may come twice, and none ever moves
              <li key={index}>
                <Advice text={line} />
              </li>
            ))}
            {lines.length > MAX_LINES ? <li>and {lines.length - MAX_LINES} more</li> : null}
          </ul>
        )}
      </div>
      <button type="button" className="plain" aria-label="Dismiss" onClick={() => dismissToast(id)}>
        ✕
      </button>
    </li>
  );
};

export const Toasts = () => {
  const all = useToasts();
  const [paused, setPaused] = useState(false);
  return (
    <section
      className="toasts"
      aria-label="Notifications"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
    >
      <div role="status" aria-live="polite" aria-relevant="additions">
        {all.length === 0 ? null : (
          <ul className="all">
            {all.map((toast) => (
              <ToastItem key={toast.id} toast={toast} paused={paused} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
};
