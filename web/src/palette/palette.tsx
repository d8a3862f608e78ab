// Palette (Ctrl-K, and / where a page has no search of its own), loaded when it first opens.
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useKey } from "../keys.ts";
import { Dialog } from "../style/dialog.tsx";
import { late } from "../style/late.tsx";

const { Part: Found } = late(
  () => import("./found.tsx").then((module) => module.Found),
  () => <p className="dim">Loading …</p>,
);

export const Palette = () => {
  const [open, setOpen] = useState(false);
  const [path] = useLocation();
  useKey("search", () => setOpen(true));
  useEffect(() => {
    const hear = (event: globalThis.KeyboardEvent): void => {
      const held = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (event.key.toLowerCase() !== "k" || !held) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Go to">
      <Found run={/^\/run\/([^/]+)$/u.exec(path)?.[1] ?? null} leave={() => setOpen(false)} />
    </Dialog>
  );
};
