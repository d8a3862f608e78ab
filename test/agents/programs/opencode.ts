// OpenCode in stories: set-up for a model server of its own, for both drivers.
import type { Program } from "../program.ts";

const provider = (url: string): unknown => ({
  model: "scripted/gpt",
  small_model: "scripted/gpt",
  provider: {
    scripted: {
      npm: "@ai-sdk/openai-compatible",
      name: "Scripted",
      options: { baseURL: `${url}/v1`, apiKey: "any" },
      models: {
        gpt: { name: "gpt", tool_call: true, limit: { context: 100_000, output: 10_000 } },
      },
    },
  },
});

export const opencode: Program = {
  driver: "opencode",
  npm: { name: "opencode-ai", version: "1.18.33" },
  bin: "opencode",
  home: (url) => ({ ".config/opencode/opencode.json": JSON.stringify(provider(url)) }),
  env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" }),
  resumes: true,
  confined: false,
  keeps: {
    login: ".local/share/opencode/auth.json",
    settings: ".config/opencode/opencode.json",
    conversations: ".local/share/opencode/opencode.db",
    comeBack: false,
  },
};
