// Button that copies a text: an id, a command, a check.
import { useEffect, useState } from "react";
import { showToast } from "./toast-store.ts";

const SHOWN_MS = 1_500;

/** @param name of the copied text, for screen readers: `run id` */
export const Copy = ({ text, name }: { readonly text: string; readonly name: string }) => {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
    } catch {
      showToast({
        tone: "bad",
        text: "The browser doesn't let this page copy.",
        lines: ["Mark the text and copy it by hand."],
      });
    }
  };
  return (
    <button
      type="button"
      className="plain copy"
      aria-label={`Copy ${name}`}
      title={`Copy ${name}`}
      onClick={() => void copy()}
    >
      {done ? (
        "✓"
      ) : (
        <svg
          viewBox="0 0 16 16"
          width="12"
          height="12"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          aria-hidden="true"
        >
          <rect x="5.5" y="5.5" width="9" height="9" rx="1.5" />
          <path d="M10.5 2.5v-1h-9v9h1" />
        </svg>
      )}
    </button>
  );
};
