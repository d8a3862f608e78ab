// Why: who reads by day and by night chooses how the page looks, in this browser; else it looks as the system does.
import { createStore } from "./store.ts";

const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

const place = "cairn-theme";
const kept = (): Theme => {
  // A browser that keeps nothing says so by an error.
  try {
    return themes.find((one) => one === localStorage.getItem(place)) ?? "system";
  } catch {
    return "system";
  }
};

const theme = createStore<Theme>("system");

const choose = (next: Theme): void => {
  theme.set(next);
  document.documentElement.style.colorScheme = next === "system" ? "" : next;
};

/** As it was chosen last. */
export const beginTheme = (): void => choose(kept());

const signs: Readonly<Record<Theme, string>> = { system: "◐", light: "○", dark: "●" };

export const ThemeSwitch = () => {
  const now = theme.use();
  const next = themes[(themes.indexOf(now) + 1) % themes.length] ?? "system";
  return (
    <button
      type="button"
      className="plain theme"
      aria-label={`Theme: ${now}`}
      title={`Theme: ${now}. Press for ${next}.`}
      onClick={() => {
        choose(next);
        try {
          localStorage.setItem(place, next);
        } catch {
          // it holds until the page is left
        }
      }}
    >
      {signs[now]}
    </button>
  );
};
