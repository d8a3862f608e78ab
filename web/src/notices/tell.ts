// Notifications of the browser, and a sound of two short tones.
import type { News } from "./news.ts";

export const canNotify = (): boolean =>
  "Notification" in globalThis && Notification.permission === "granted";

/** Asks for permission if undecided; true: granted. */
export const askToNotify = async (): Promise<boolean> => {
  if (!("Notification" in globalThis)) return false;
  return canNotify() || (await Notification.requestPermission()) === "granted";
};

/** `open` is called with the news' address on a click. */
export const notify = (
  { id, title, text, address }: News,
  open: (address: string) => void,
): void => {
  if (!canNotify()) return;
  try {
    const shown = new Notification(title, { body: text, tag: id });
    shown.addEventListener("click", () => {
      globalThis.focus();
      open(address);
      shown.close();
    });
  } catch {
    // Phones only allow notifications by a service worker: the sound and the tab's title remain.
  }
};

const tones = [660, 880] as const;
const toneSeconds = 0.14;
const loudness = 0.08;
const latestMs = 3_000;

export const sound = (): void => {
  if (!("AudioContext" in globalThis)) return;
  const context = new AudioContext();
  // Browsers block sound until the page was clicked; a later sound would be outdated.
  setTimeout(() => void (context.state === "closed" || context.close()), latestMs);
  tones.forEach((frequency, index) => {
    const begin = context.currentTime + index * toneSeconds;
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(loudness, begin);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + toneSeconds);
    tone.connect(gain).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + toneSeconds);
  });
};
