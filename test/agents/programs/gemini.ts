// Gemini CLI in stories: set-up for a model server other than Google's.
import type { Program } from "../program.ts";

/** Only root's own files are taken for defaults; anybody else has registered cairn's server. */
const registered =
  process.getuid?.() === 0
    ? {}
    : {
        mcpServers: {
          cairn: { command: "cairn", args: ["mcp"], env: { CAIRN_TOKEN: "$CAIRN_TOKEN" } },
        },
      };

export const gemini: Program = {
  driver: "gemini",
  npm: { name: "@google/gemini-cli", version: "0.61.0" },
  bin: "gemini",
  // A model of its own saves the question which one to ask.
  home: () => ({
    ".gemini/settings.json": JSON.stringify({
      security: { auth: { selectedType: "gemini-api-key" } },
      model: { name: "gemini-2.5-pro" },
      ...registered,
    }),
  }),
  env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: "any" }),
  resumes: true,
  brittle: true,
  confined: false,
  keeps: {
    login: ".gemini/oauth_creds.json",
    settings: ".gemini/settings.json",
    conversations: ".gemini/tmp",
    comeBack: false,
  },
};
