// Vite configuration of the page: few named files in dist/web, nothing inlined (content policy).
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const top = join(import.meta.dirname, "..");

// oxlint-disable-next-line import/no-default-export -- vite asks for it
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  base: "/",
  build: {
    outDir: process.env["CAIRN_WEB_OUT"] ?? join(top, "dist/web"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2024",
    sourcemap: false,
  },
  worker: { format: "es" },
});
