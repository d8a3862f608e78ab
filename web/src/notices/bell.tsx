// Bell in the top bar: notifications off, on, or on with a sound.
import "./bell.css";
import { showToast } from "../act/toast-store.ts";
import { chooseMode, type Mode, nextMode, useMode } from "./mode.ts";
import { askToNotify, sound } from "./tell.ts";

const words: Readonly<Record<Mode, { readonly label: string; readonly title: string }>> = {
  off: { label: "Turn notifications on", title: "Notifications are off. Turn them on" },
  on: {
    label: "Turn on a sound for notifications",
    title: "Notifications are on, without a sound. Turn on a sound",
  },
  sound: {
    label: "Turn notifications off",
    title: "Notifications are on, with a sound. Turn them off",
  },
};

const choose = async (next: Mode): Promise<void> => {
  if (next === "sound") sound();
  if (next !== "on" || (await askToNotify())) return chooseMode(next);
  chooseMode("sound");
  sound();
  showToast({
    tone: "bad",
    text: "Your browser doesn't let this page notify you: it will play a sound instead",
    lines: [
      "To see notifications, allow them in the browser's settings for this site, then press the bell again.",
    ],
  });
};

export const Bell = () => {
  const mode = useMode();
  const { label, title } = words[mode];
  return (
    <button
      type="button"
      className={`plain bell ${mode}`}
      aria-label={label}
      title={title}
      onClick={() => void choose(nextMode(mode))}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="M3.5 12h9l-1.2-2V6.6a3.3 3.3 0 0 0-6.6 0V10zM6.7 14h2.6" />
        {mode === "off" ? <path d="M2.5 2.5l11 11" /> : null}
        {mode === "sound" ? <path d="M1.8 8.6a5 5 0 0 1 1-4.3M14.2 8.6a5 5 0 0 0-1-4.3" /> : null}
      </svg>
    </button>
  );
};
