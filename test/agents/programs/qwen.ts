// Qwen Code in stories: set-up for a model server other than its maker's.
import type { Program } from "../program.ts";

export const qwen: Program = {
  driver: "qwen",
  npm: { name: "@qwen-code/qwen-code", version: "0.24.4" },
  bin: "qwen",
  // Each of its tries is three of the library below, unless that is told to leave them to it. Nobody is there who would trust the folder.
  home: () => ({
    ".qwen/settings.json": JSON.stringify({
      model: { generationConfig: { maxRetries: 0 } },
      security: { folderTrust: { enabled: true } },
    }),
  }),
  env: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: "any", OPENAI_MODEL: "scripted" }),
  resumes: true,
  confined: false,
  keeps: {
    login: ".qwen/oauth_creds.json",
    settings: ".qwen/settings.json",
    conversations: ".qwen/projects",
    comeBack: true,
  },
};
