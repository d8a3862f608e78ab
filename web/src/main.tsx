// Entry of the page: styles, query client and root component.
// The styles of the parts come before those of the pages, which may say otherwise.
import "./style/base.css";
import "./style/parts.css";
import "./style/frame.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Refused } from "./api/client.ts";
import { App } from "./app.tsx";
import { beginTheme } from "./theme.tsx";

/** Repeats only unanswered requests, not refused ones. */
const retry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof Refused && (error.status === 0 || error.status >= 500);

// Data doesn't expire: the stream reports changes. The server is on this machine, so the browser's offline state is irrelevant.
const client = new QueryClient({
  defaultOptions: {
    queries: {
      retry,
      retryDelay: 1_000,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});
/** Without it a rendering error would leave an empty page. */
const stopped = (error: unknown): void => {
  reportError(error);
  const words = document.createElement("p");
  words.setAttribute("role", "alert");
  words.textContent =
    "This page can't be drawn. Reload it; if that doesn't help, `cairn status` shows the run in a terminal.";
  document.querySelector("#root")?.replaceChildren(words);
};

beginTheme();
const root = document.querySelector("#root");
if (root !== null)
  createRoot(root, { onUncaughtError: stopped }).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
