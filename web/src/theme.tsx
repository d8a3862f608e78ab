// Theme of the page: light, dark, or as the system has it.
import { createKeptChoice } from "./kept-choice.ts";

type Theme = "system" | "light" | "dark";

const theme = createKeptChoice<Theme>("cairn-theme", ["system", "light", "dark"]);

/** Applies the last choice. */
export const beginTheme = (): void => {
  theme.read();
  show();
};

const show = (): void => {
  const now = theme.get();
  document.documentElement.style.colorScheme = now === "system" ? "" : now;
};

const signs: Readonly<Record<Theme, string>> = { system: "◐", light: "○", dark: "●" };

export const ThemeSwitch = () => {
  const now = theme.use();
  const next = theme.after(now);
  return (
    <button
      type="button"
      className="plain theme"
      aria-label={`Theme: ${now}`}
      title={`Theme: ${now}. Press for ${next}.`}
      onClick={() => {
        theme.choose(next);
        show();
      }}
    >
      {signs[now]}
    </button>
  );
};
