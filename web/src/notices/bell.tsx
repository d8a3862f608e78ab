// Bell in the top bar: notifications of this browser, off or on.
import { showToast } from "../style/toast-store.ts";
import { askToNotify, notices } from "./use-notices.ts";

const turn = async (): Promise<void> => {
  if (notices.get() === "on") return notices.choose("off");
  if (await askToNotify()) return notices.choose("on");
  showToast({
    tone: "bad",
    text: "Your browser doesn't let this page notify you.",
    lines: [
      "Allow notifications in the browser's settings for this site, then press the bell again.",
    ],
  });
};

export const Bell = () => {
  const off = notices.use() === "off";
  const title = off ? "Turn notifications on" : "Turn notifications off";
  return (
    <button
      type="button"
      className={off ? "plain bell" : "plain bell on"}
      aria-label={title}
      title={title}
      onClick={() => void turn()}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="M3.5 12h9l-1.2-2V6.6a3.3 3.3 0 0 0-6.6 0V10zM6.7 14h2.6" />
        {off ? <path d="M2.5 2.5l11 11" /> : null}
      </svg>
    </button>
  );
};
